import * as z from 'zod/mini';
import type { AuditEntry, AuditSubjects } from '../maintenance/audit-log.ts';
import { ApiError } from '../shared/api-error.ts';
import type { Queryable } from '../shared/db.ts';
import { parseFields } from '../shared/parse-fields.ts';
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
  trail: Trail;
  database: DatabaseServices;
  /** Opened at the first call, since they need the key-encryption key. */
  services(): Promise<KeyedServices>;
};

/** `isFile`: a path, made absolute where it was typed. `mayBeRead`: `-` takes it from the input. */
export type Option = {
  name: string;
  help: string;
  isRequired: boolean;
  isFile: boolean;
  mayBeRead: boolean;
};

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

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/**
 * Makes an entry of the table of commands: what its options are, what each means, and which of
 * them the log may keep. Options are read from text by their schemas.
 */
export function defineCommand<Options extends Shape>(definition: {
  name: string;
  summary: string;
  isAct: boolean;
  options: Options;
  help: { readonly [Name in keyof Options]: string };
  audited: readonly (keyof Options & string)[];
  files?: readonly (keyof Options & string)[];
  readable?: readonly (keyof Options & string)[];
  run(
    options: z.output<z.ZodMiniObject<Options>>,
    invocation: Invocation,
  ): Promise<Partial<CommandAnswer> & Pick<CommandAnswer, 'content'>>;
}): Command {
  const { name, summary, isAct, audited, files = [], readable = [], run } = definition;
  const schema = z.object(definition.options);
  const options = Object.entries(definition.options).map(([option, one]) => ({
    name: option,
    help: definition.help[option] ?? '',
    isRequired: !one.safeParse(undefined).success,
    isFile: files.includes(option),
    mayBeRead: readable.includes(option),
  }));
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
          audited
            .filter((option) => kept.get(option) !== undefined)
            .map((option) => [option, toSubject(kept.get(option))]),
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
