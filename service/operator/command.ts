import * as z from 'zod/mini';
import type { AuditEntry, AuditSubjects } from '../maintenance/audit-log.ts';
import { ApiError } from '../shared/api-error.ts';
import type { Queryable } from '../shared/db.ts';
import { parseFields } from '../shared/parse-fields.ts';
import type { OptionDefinition } from './options.ts';
import type { DatabaseServices, KeyedServices } from './services.ts';

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

/** The way an act is told to the audit log. */
export type Trail = {
  /** Names what the act is about, before it can be refused. */
  about(subjects: AuditSubjects): void;
  /** Keeps the act, in the transaction that does it. */
  record(tx: Queryable, more?: { subjects?: AuditSubjects; result?: 'begun' }): Promise<void>;
  /** The same for what keeps the act's entry in a commit of its own; false where it did nothing. */
  recordBy(
    act: (entry: AuditEntry) => Promise<boolean>,
    more?: { subjects?: AuditSubjects },
  ): Promise<boolean>;
};

/** One call of a command. */
export type Invocation = {
  /** Who asks for it. */
  actor: string;
  trail: Trail;
  database: DatabaseServices;
  /** Opened at the first call, since they need the key-encryption key. */
  services(): Promise<KeyedServices>;
};

export type Option = OptionDefinition & { name: string; isRequired: boolean };

export type Command = {
  /** Noun first, such as `payin refund`. */
  name: string;
  summary: string;
  /** It changes something, and tells the log of it in the same transaction. */
  isAct: boolean;
  options: readonly Option[];
  /** `ApiError` where it is refused, naming the option where one is at fault. */
  execute(
    options: Readonly<Record<string, string>>,
    invocation: Invocation,
  ): Promise<CommandAnswer>;
};

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
  ): Promise<Partial<CommandAnswer> & Pick<CommandAnswer, 'content'>>;
}): Command {
  const { name, summary, isAct, run } = definition;
  const options = Object.entries<OptionDefinition>(definition.options ?? {}).map(
    ([option, one]) => ({
      ...one,
      name: option,
      isRequired: !one.schema.safeParse(undefined).success,
    }),
  );
  const schemas = Object.fromEntries(options.map((one) => [one.name, one.schema]));
  const schema = z.object(schemas as SchemasOf<Options>);
  return {
    name,
    summary,
    isAct,
    options,
    async execute(given, invocation) {
      const known = options.map((option) => option.name);
      if (!Object.keys(given).every((option) => known.includes(option))) {
        throw new UsageError(`The command ${name} has no such option.`);
      }
      const read = parseFields(schema, given);
      const kept = new Map<string, unknown>(Object.entries(read));
      invocation.trail.about(
        Object.fromEntries(
          options
            .filter((option) => option.isLogged && kept.get(option.name) !== undefined)
            .map((option) => [option.name, toSubject(kept.get(option.name))]),
        ),
      );
      return { notes: [], isBad: false, ...(await run(read, invocation)) };
    },
  };
}

function toSubject(value: unknown): AuditSubjects[string] {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    default:
      if (value instanceof Date) return value.toISOString();
      return Array.isArray(value) ? value.join(',') : null;
  }
}

/** 404 that names the option. */
export function unknown(option: string): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such thing.', {
    details: [{ path: option, message: 'names nothing that is there' }],
  });
}
