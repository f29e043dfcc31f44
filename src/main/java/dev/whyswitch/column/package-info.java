/**
 * Growable columns of primitives and open-addressed maps: the storage of everything that is kept per thread, per CPU
 * or per event. Imports nothing of ours. Hand-made hash tables live here and nowhere else.
 */
package dev.whyswitch.column;
