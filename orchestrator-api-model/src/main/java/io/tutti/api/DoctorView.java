package io.tutti.api;

import io.tutti.api.CheckupView.CheckView;
import java.util.List;

/**
 * Whether a controller works, and with which of its servers something is wrong.
 *
 * @param version of the controller
 * @param controller its own checks
 * @param looked how many servers were looked at
 * @param servers those with something wrong, with what is wrong only
 */
public record DoctorView(
    String version, List<CheckView> controller, int looked, List<CheckupView> servers) {}
