/**
 * Distributions, intervals of confidence, tests and effect sizes. {@code double} begins here. Only here: Commons Math. May
 * import {@code trace} and {@code column}.
 */
package dev.whyswitch.stats;
