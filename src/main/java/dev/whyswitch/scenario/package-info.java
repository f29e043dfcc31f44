/**
 * The catalogue of scenarios (workloads/catalogue.json), the runner that interleaves their variants under the probe, and
 * what a batch of runs amounts to. May import {@code compare}, {@code record}, {@code analyze} and what lies right of
 * them, and {@code json}.
 */
package dev.whyswitch.scenario;
