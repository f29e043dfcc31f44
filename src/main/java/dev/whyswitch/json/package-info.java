/** The one configured Jackson mapper and the schema versions of what is written. A leaf: imports nothing of ours. */
package dev.whyswitch.json;
