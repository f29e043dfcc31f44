package dev.whyswitch.scenario;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** How much of a scenario is run. */
public enum Size {
    /** The headline variants, few rounds: at most 90 s for all scenarios. Directions only. */
    @JsonProperty("quick")
    QUICK,
    /** All variants: at most 10 minutes for all scenarios. */
    @JsonProperty("default")
    DEFAULT,
    /** As many rounds as a verdict needs: at most an hour. */
    @JsonProperty("full")
    FULL;

    /** The word for command lines and reports. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
