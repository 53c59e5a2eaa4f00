import { describe, expect, it } from 'vitest';
import { openPlayed } from '../testing/open-played.ts';

/** As an operator types them; undefined: one is left out. */
type Typed = Readonly<Record<string, string | undefined>>;

/** What a provider's settings are to be tried with. */
export type DefinitionUnderTest = {
  name: string;
  /** Credentials of the right form that the party does not know. */
  unknown: Readonly<Record<string, string>>;
  /** A setting at fault, and what is typed in place of what is right. */
  spoiled: readonly (readonly [setting: string, changes: Typed])[];
};

const { signal: never } = new AbortController();

async function arrange(name: string, changes: Typed = {}) {
  const { party, definition, open, lines } = await openPlayed(name);
  const typed = Object.fromEntries(
    Object.entries({ ...party.settings(), ...changes }).filter(([, value]) => value !== undefined),
  );
  const test = async () => open(typed).test?.(never);
  return { party, definition, typed, lines, test };
}

/** What every definition must do with what an operator types, run unchanged on each. */
export function definitionCases({ name, unknown, spoiled }: DefinitionUnderTest): void {
  describe(`the credentials of ${name}`, () => {
    it('are tried by looks alone, and are not in the log', async () => {
      const { party, definition, typed, lines, test } = await arrange(name);
      expect(await test()).toEqual({ kind: 'works' });
      const asked = party.requests.filter(({ path }) => !/token|authorize/.test(path));
      expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
      for (const verb of Object.values(party.verbs)) expect(verb.done()).toBe(0);
      const log = JSON.stringify(lines);
      for (const setting of definition.settings.filter(({ isSecret }) => isSecret)) {
        const secret = typed[setting.name];
        if (secret !== undefined) expect(log).not.toContain(secret);
      }
    });

    it('are refused in words without them where the party does not know them', async () => {
      const refused = await (await arrange(name, unknown)).test();
      expect(refused).toMatchObject({ kind: 'refused', reason: expect.anything() });
      for (const value of Object.values(unknown)) {
        expect(JSON.stringify(refused)).not.toContain(value);
      }
    });

    it('are in doubt where nobody answers', async () => {
      const { party, test } = await arrange(name);
      party.faults.next({ method: 'GET' }, { kind: 'cut' });
      await expect(test()).rejects.toThrow();
    });
  });

  if (spoiled.length === 0) return;
  it.each(spoiled)(
    `names the setting of ${name} at fault, and not its value: %s %j`,
    async (...row) => {
      const [setting, changes] = row;
      const { definition, typed } = await arrange(name, changes);
      const read = definition.schema.safeParse(typed);
      const issues = read.success ? [] : read.error.issues;
      expect(issues.map(({ path }) => path[0])).toEqual([setting]);
      const told = JSON.stringify(issues);
      for (const value of Object.values(changes)) if (value) expect(told).not.toContain(value);
    },
  );
}
