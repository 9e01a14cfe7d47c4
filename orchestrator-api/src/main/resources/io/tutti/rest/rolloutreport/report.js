'use strict';
(() => {
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  /** Lines where an operation began: a change, or its undo. */
  const marks = chart => plot => {
    const context = plot.ctx;
    context.save();
    context.strokeStyle = context.fillStyle = color('--mark');
    context.lineWidth = devicePixelRatio;
    context.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
    context.textAlign = 'left';
    context.font = 10 * devicePixelRatio + 'px system-ui,sans-serif';
    for (const mark of chart.marks) {
      const x = Math.round(plot.valToPos(mark.at, 'x', true));
      if (x >= plot.bbox.left && x <= plot.bbox.left + plot.bbox.width) {
        context.beginPath();
        context.moveTo(x, plot.bbox.top);
        context.lineTo(x, plot.bbox.top + plot.bbox.height);
        context.stroke();
        context.fillText(mark.name, x + 4 * devicePixelRatio, plot.bbox.top + 10 * devicePixelRatio);
      }
    }
    context.restore();
  };

  const clock = seconds => new Date(seconds * 1e3).toISOString().slice(11, 19);

  const line = (label, stroke, dash) => ({
    label, stroke, dash, width: 1.5, spanGaps: true, points: {show: false},
    value: (plot, value) => value == null ? '–' : String(value),
  });

  const draw = (place, chart) => {
    const axis = {
      stroke: color('--dim'),
      font: '11px system-ui,sans-serif',
      grid: {stroke: color('--grid'), width: 1},
      ticks: {stroke: color('--grid'), width: 1},
    };
    const series = [
      {label: 'UTC', value: (plot, at) => at == null ? '–' : clock(at)},
      line(chart.own.name, color('--own')),
    ];
    let data = [chart.own.x, chart.own.y];
    if (chart.control) {
      series.push(line(chart.control.name, color('--other'), [5, 4]));
      data = uPlot.join([data, [chart.control.x, chart.control.y]]);
    }
    place.textContent = '';
    new uPlot({
      width: place.clientWidth,
      height: 170,
      tzDate: seconds => uPlot.tzDate(new Date(seconds * 1e3), 'Etc/UTC'),
      scales: {y: {range: (plot, min, max) => [0, max > 0 ? max * 1.1 : 1]}},
      series,
      axes: [{...axis, space: 70, values: (plot, at) => at.map(clock)}, {...axis, size: 54}],
      cursor: {sync: {key: chart.server}, drag: {x: true, y: false}},
      hooks: {draw: [marks(chart)]},
    }, data, place);
  };

  const places = [...document.querySelectorAll('.plot')];
  const drawn = new Set();
  const show = place => {
    drawn.add(place);
    draw(place, charts[place.dataset.chart]);
  };
  // A fleet has thousands of them: each is drawn when somebody comes near it.
  const near = new IntersectionObserver(
      seen => seen.filter(each => each.isIntersecting && !drawn.has(each.target))
          .forEach(each => show(each.target)),
      {rootMargin: '600px'});
  places.forEach(place => near.observe(place));
  const again = () => drawn.forEach(show);
  let waiting;
  addEventListener('resize', () => { clearTimeout(waiting); waiting = setTimeout(again, 150); });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
  addEventListener('beforeprint', () => places.filter(place => !drawn.has(place)).forEach(show));
})();
