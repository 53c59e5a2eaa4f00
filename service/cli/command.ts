import * as z from 'zod/mini';
import type { ActServices, Field, Fields, TextAct } from '../acts/act.ts';
import { nameOf } from '../acts/act.ts';
import type { Doer } from '../acts/run-act.ts';
import { runAct } from '../acts/run-act.ts';

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof cellSchema>;
const rowSchema = z.record(z.string(), cellSchema);
export type Row = z.infer<typeof rowSchema>;

/** `notes`: for whoever reads it. `isBad`: what was found is not as it should be. */
export const commandAnswerSchema = z.object({
  content: z.union([z.object({ record: rowSchema }), z.object({ rows: z.array(rowSchema) })]),
  notes: z.array(z.string()),
  isBad: z.boolean(),
});
export type CommandAnswer = z.infer<typeof commandAnswerSchema>;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Option = Field & { name: string; isRequired: boolean };

export type Command = {
  name: string;
  summary: string;
  isAct: boolean;
  options: readonly Option[];
  /** `ApiError` where it is refused, naming the option where one is at fault. */
  run(
    options: Readonly<Record<string, string>>,
    doer: Doer,
    services: ActServices,
  ): Promise<CommandAnswer>;
};

export function commandOf<Answer>(
  act: TextAct<Answer> & { fields: Fields },
  toRows: (answer: Answer) => Row | Row[],
  more: (answer: Answer) => { notes?: string[]; isBad?: boolean } = () => ({}),
): Command {
  const options = Object.entries(act.fields).map(([key, field]) => ({
    ...field,
    name: nameOf(key),
    isRequired: !field.text.safeParse(undefined).success,
  }));
  return {
    name: act.command,
    summary: act.summary,
    isAct: act.isChange,
    options,
    async run(given, doer, services) {
      const answer = await runAct(act, act.askByText(given, null), doer, services);
      const told = toRows(answer);
      const content = Array.isArray(told) ? { rows: told } : { record: told };
      return { notes: [], isBad: false, ...more(answer), content };
    },
  };
}
