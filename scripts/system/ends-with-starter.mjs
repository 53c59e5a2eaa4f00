// Loaded before a program that another one started: where that one ends without a word, as on
// SIGKILL, the channel between them closes, and the program ends as on SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
