# The table of scaling.sh from its raw results.
# Usage: awk -v prefix=RESULTS/scaling -f summary.awk -f scaling.awk

BEGIN {
  read_results()
  print "# Cost by number of CPUs and of threads\n"
  print "Made by `analysis/bench/scaling.sh` from the raw rows in the CSV files beside this one. `whyswitch analyze` of generated"
  print "recordings, each run a whole process from the shell, output to /dev/null, rounds interleaved.\n"
  print_machine(prefix "-machine.csv")
  print "\nWall time: median (min–max) of n runs. ns/event: median of user + sys by the events of the recording (samples, SWITCH, FORK"
  print "and EXIT records). RssAnon: the largest of n runs. B/thread: RssAnon above that of the recording with as many CPUs and"
  print "10,000 threads, by the further threads. Counts: whyswitch's switches and the idle task's against what the generator wrote.\n"
  print "| CPUs | threads | events | MB | wall (s) | user (s) | ns/event | RSS (MiB) | RssAnon (MiB) | B/thread | n | counts |"
  print "| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | :-- |"
  for (r = 1; r <= recordings; r++) {
    print_row(recording[r], recording[r] SUBSEP "whyswitch")
  }
}

function print_row(name, key, verdict, n) {
  printf "| %s | %s | %s | %s | ", cpus[name], thousands(threads[name]), thousands(events[name]), thousands(bytes[name] / 1e6)
  n = number[key, "wall"]
  if (!n) {
    printf "failed in %d runs | – | – | – | – | – | 0 | – |\n", failed[key]
    return
  }
  verdict = "DIFFERENT"
  if (counted_all[key] == "") verdict = "none printed"
  if (counted_all[key] == true_all[name] && counted_threads[key] == true_threads[name]) verdict = "equal"
  printf "%s | %s | %s | %s | %s | %s | %d%s | %s |\n", spread(key SUBSEP "wall"), three(median(key SUBSEP "user")),
    three((median(key SUBSEP "user") + median(key SUBSEP "sys")) * 1e9 / events[name]), mib(most(key SUBSEP "rss")),
    number[key, "anon"] ? mib(most(key SUBSEP "anon")) : "–", by_thread(name, key), n,
    failed[key] ? " (" failed[key] " failed)" : "", verdict
}

function by_thread(name, key, from) {
  from = cpus[name] "x10000"
  if (!(from in threads) || threads[name] < 2 * threads[from]) return "–"
  if (!number[from, "whyswitch", "anon"] || !number[key, "anon"]) return "–"
  return three((most(key SUBSEP "anon") - most(from SUBSEP "whyswitch" SUBSEP "anon")) * 1024 / (threads[name] - threads[from]))
}
