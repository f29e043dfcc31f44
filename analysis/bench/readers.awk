# The table of readers.sh from its raw results.
# Usage: awk -v prefix=RESULTS/readers -f summary.awk -f readers.awk

BEGIN {
  tools = split("whyswitch timehist-S timehist-s latency script", tool, " ")
  command["whyswitch"] = "whyswitch analyze"
  command["timehist-S"] = "perf sched timehist -S"
  command["timehist-s"] = "perf sched timehist -s"
  command["latency"] = "perf sched latency"
  command["script"] = "perf script"

  read_results()

  print "# Readers of scheduler recordings\n"
  print "Made by `analysis/bench/readers.sh` from the raw rows in the CSV files beside this one. Each run is a whole process"
  print "from the shell, output to /dev/null; rounds are interleaved, the order of the tools changes from round to round.\n"
  print_machine(prefix "-machine.csv")
  print "\n## Time and memory\n"
  print "Wall time: median (min–max) of n runs. \"Against timehist\": wall time of the faster of `timehist -S` and `-s` by the tool's,"
  print "medians; above 1 the tool is faster. RSS holds shared pages of libraries too, RssAnon does not."
  for (r = 1; r <= recordings; r++) {
    print_recording(recording[r])
  }
  print "\n## Equal work\n"
  print "Context switches that each tool prints. Truth: what the generator wrote; of a real recording it is what `perf script`"
  print "prints. `timehist -s` counts the idle task's switches too and does not tell them apart. `latency` prints another"
  print "number: how often a thread that had waited was switched in. In real recordings whyswitch also counts switches that no"
  print "sched_switch shows but PERF_RECORD_SWITCH records or the order of the others prove; perf's tools do not.\n"
  print "| recording | tool | all switches | of threads | against the truth |"
  print "| :-- | :-- | --: | --: | :-- |"
  for (r = 1; r <= recordings; r++) {
    print_counts(recording[r])
  }
}

function print_recording(name, t, key, rival, other) {
  rival = number[name, "timehist-S", "wall"] ? median(name SUBSEP "timehist-S" SUBSEP "wall") : 0
  other = number[name, "timehist-s", "wall"] ? median(name SUBSEP "timehist-s" SUBSEP "wall") : 0
  if (!rival || (other && other < rival)) rival = other
  printf "\n### %s: %s\n\n", name, describe[name]
  print "| tool | wall (s) | user (s) | sys (s) | M events/s | RSS (MiB) | RssAnon (MiB) | n | against timehist |"
  print "| :-- | --: | --: | --: | --: | --: | --: | --: | --: |"
  for (t = 1; t <= tools; t++) {
    key = name SUBSEP tool[t]
    if (!number[key, "wall"]) {
      if (failed[key]) printf "| `%s` | failed in %d runs | – | – | – | – | – | 0 | – |\n", command[tool[t]], failed[key]
      continue
    }
    printf "| `%s` | %s | %s | %s | %s | %s | %s | %d%s | %s |\n", command[tool[t]], spread(key SUBSEP "wall"),
      three(median(key SUBSEP "user")), three(median(key SUBSEP "sys")),
      three(events[name] / 1e6 / median(key SUBSEP "wall")), mib(most(key SUBSEP "rss")),
      number[key, "anon"] ? mib(most(key SUBSEP "anon")) : "–", number[key, "wall"],
      failed[key] ? " (" failed[key] " failed)" : "", rival ? three(rival / median(key SUBSEP "wall")) : "–"
  }
}

function print_counts(name, t, key, all, of_threads) {
  printf "| %s | truth | %s | %s | |\n", name, thousands(true_all[name]), thousands(true_threads[name])
  for (t = 1; t <= tools; t++) {
    key = name SUBSEP tool[t]
    if (!(key in counted_all)) continue
    all = counted_all[key]
    of_threads = counted_threads[key]
    printf "| | `%s` | %s | %s | %s |\n", command[tool[t]], all == "" ? "–" : thousands(all),
      of_threads == "" ? "–" : thousands(of_threads), verdict(name, tool[t], all, of_threads)
  }
}

function verdict(name, which, all, of_threads) {
  if (all == "" && of_threads == "") return "printed none"
  if (which == "latency") return "another number"
  if ((all == "" || all == true_all[name]) && (of_threads == "" || of_threads == true_threads[name])) return "equal"
  return sprintf("%+d all, %+d of threads", all == "" ? 0 : all - true_all[name], of_threads == "" ? 0 : of_threads - true_threads[name])
}
