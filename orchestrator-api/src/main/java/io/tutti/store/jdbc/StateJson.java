package io.tutti.store.jdbc;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import io.tutti.crash.LostOnSource;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The JSON of stored states: what is read is equal to what was written. The model knows nothing of
 * it: records are taken by their components, and what is no record has its form here.
 */
final class StateJson {
  /** One for all, so that what one table has taught it the others need not learn. */
  private static final JsonMapper MAPPER = build();

  private StateJson() {}

  /** Which of its kinds a value is, is beside it. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "is")
  private interface NamedByType {}

  static JsonMapper mapper() {
    return MAPPER;
  }

  private static JsonMapper build() {
    SimpleModule module = new SimpleModule("tutti-model");
    module.addSerializer(Observed.class, new ObservedJson.Writer());
    module.addDeserializer(Observed.class, new ObservedJson.Reader());
    module.addSerializer(GtidSet.class, new GtidSetJson.Writer());
    module.addDeserializer(GtidSet.class, new GtidSetJson.Reader());
    module.addSerializer(Remedies.class, new RemediesJson.Writer());
    module.addDeserializer(Remedies.class, new RemediesJson.Reader());
    TextJson.register(module, InstanceAddress.class, InstanceAddress::parse);
    TextJson.register(module, BinlogPosition.class, BinlogPosition::parse);
    return JsonMapper.builder()
        .addModule(module)
        .addMixIn(LostOnSource.class, NamedByType.class)
        .changeDefaultVisibility(visibility ->
            visibility
                .withVisibility(
                    com.fasterxml.jackson.annotation.PropertyAccessor.ALL, Visibility.NONE)
                .withVisibility(
                    com.fasterxml.jackson.annotation.PropertyAccessor.FIELD, Visibility.ANY)
                .withVisibility(
                    com.fasterxml.jackson.annotation.PropertyAccessor.CREATOR, Visibility.ANY))
        // A list that an earlier release did not write yet is empty.
        .withConfigOverride(
            List.class,
            lists -> lists.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
        .changeDefaultPropertyInclusion(
            inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
        .build();
  }
}
