import * as z from 'zod/mini';
import type { Act, ActContext, ActServices, Field, Fields } from '../acts/act.ts';
import { nameOf, toSubject } from '../acts/act.ts';
import type { Doer } from '../acts/run-act.ts';
import { runAct } from '../acts/run-act.ts';
import { companyOf } from '../acts/values.ts';
import { parseFields } from '../base/shared/parse-fields.ts';
import type { AuditSubjects } from '../domain/audit/audit-log.ts';
import { ALL_COMPANIES } from '../providers/credentials.ts';
import type { OptionDefinition } from './options.ts';

export { unknown } from '../acts/act.ts';

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof cellSchema>;
const rowSchema = z.record(z.string(), cellSchema);
export type Row = z.infer<typeof rowSchema>;

/**
 * What a command answers: one record, or rows of one shape. `notes`: sentences for whoever reads
 * it. `isBad`: it was done, and what it found is not as it should be.
 */
export const commandAnswerSchema = z.object({
  content: z.union([z.object({ record: rowSchema }), z.object({ rows: z.array(rowSchema) })]),
  notes: z.array(z.string()),
  isBad: z.boolean(),
});
export type CommandAnswer = z.infer<typeof commandAnswerSchema>;

/** The command line is not one the table of commands knows. The sentence quotes no value. */
export class UsageError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UsageError';
  }
}

/** An option of a command: how its text is read, and whether the log may keep it. */
export type Option = OptionText & {
  name: string;
  schema: z.ZodMiniType;
  isRequired: boolean;
  isLogged: boolean;
};

/**
 * `help`: what it means. `isFile`: a path, made absolute where it was typed. `mayBeRead`: `-` takes it from the input.
 * `content`: read where it was typed. Text may stand there itself, in a file named by `@path`, or in
 * the input (`-`); bytes are those of a file named by its path, or of the input, and become base64.
 */
type OptionText = {
  help: string;
  isFile?: boolean;
  mayBeRead?: boolean;
  content?: 'text' | 'bytes';
};

export type Command = {
  /** Noun first, such as `payin refund`. */
  name: string;
  summary: string;
  /** It changes something. */
  isAct: boolean;
  options: readonly Option[];
  /** `ApiError` where it is refused, naming the option where one is at fault. */
  run(
    options: Readonly<Record<string, string>>,
    doer: Doer,
    services: ActServices,
  ): Promise<CommandAnswer>;
};

type Told = Partial<CommandAnswer> & Pick<CommandAnswer, 'content'>;

/** Makes a command of an act: what its options mean, and how what it answers is told. */
export function commandOf<F extends Fields, Answer>(
  act: Act<F, Answer>,
  {
    summary,
    options: texts,
    tell,
  }: {
    summary: string;
    options: { readonly [Name in keyof F]: string | OptionText };
    tell(answer: Answer): Told;
  },
): Command {
  const options = Object.entries<Field>(act.fields).map(([key, { text, isLogged }]): Option => {
    const told: string | OptionText = texts[key] ?? '';
    return {
      ...(typeof told === 'string' ? { help: told } : told),
      name: nameOf(key),
      schema: text,
      isRequired: !text.safeParse(undefined).success,
      isLogged,
    };
  });
  return {
    name: act.command,
    summary,
    isAct: act.isChange,
    options,
    async run(given, doer, services) {
      const answer = await runAct(act, act.askByText(given, null), doer, services);
      return { notes: [], isBad: false, ...tell(answer) };
    },
  };
}

/** One call of a command that is not made of an act yet. */
export type Invocation = ActContext;

type Definitions = Readonly<Record<string, OptionDefinition>>;
type SchemasOf<Options extends Definitions> = { [Name in keyof Options]: Options[Name]['schema'] };

/** Makes an entry of the table of commands. Its options are read from text by their schemas. */
export function defineCommand<Options extends Definitions = Record<never, never>>(definition: {
  name: string;
  summary: string;
  isAct: boolean;
  options?: Options;
  run(
    options: z.output<z.ZodMiniObject<SchemasOf<Options>>>,
    invocation: Invocation,
  ): Promise<Told>;
}): Command {
  const { name, summary, isAct, run } = definition;
  const defined = Object.entries<OptionDefinition>(definition.options ?? {});
  const schemas = Object.fromEntries(defined.map(([option, { schema }]) => [option, schema]));
  const schema = z.object(schemas as SchemasOf<Options>);
  return {
    name,
    summary,
    isAct,
    options: defined.map(([option, one]) => ({
      ...one,
      name: option,
      isRequired: !one.schema.safeParse(undefined).success,
    })),
    async run(given, doer, services) {
      const ask = () => {
        const read = parseFields(schema, given);
        const kept = new Map<string, unknown>(Object.entries(read));
        const subjects = Object.fromEntries(
          defined
            .filter(([option, { isLogged }]) => isLogged && kept.get(option) !== undefined)
            .map(([option]) => [option, toSubject(kept.get(option))]),
        );
        return {
          companyId: companyIn(subjects),
          subjects,
          run: (context: ActContext) => run(read, context),
        };
      };
      const answer = await runAct(
        { command: name, permission: null, isChange: isAct },
        ask,
        doer,
        services,
      );
      return { notes: [], isBad: false, ...answer };
    },
  };
}

/** The company an act is about, by its own option or by what the id of the thing carries. */
function companyIn({ company, payin, payout, event }: AuditSubjects): string | null {
  // What belongs to all companies is in the log of none.
  if (company === ALL_COMPANIES) return null;
  if (typeof company === 'string') return company;
  const id = payin ?? payout ?? event;
  return typeof id === 'string' ? companyOf(id) : null;
}
