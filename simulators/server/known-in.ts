/** What a command is about: one that is not there is a mistake of whoever gives the command. */
export function knownIn<Id, One>(all: ReadonlyMap<Id, One>, id: Id, what: string): One {
  const known = all.get(id);
  if (known === undefined) throw new Error(`there is no ${what} ${id}`);
  return known;
}
