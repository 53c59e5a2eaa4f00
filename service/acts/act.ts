import * as z from 'zod/mini';
import { ApiError } from '../base/shared/api-error.ts';
import type { Queryable } from '../base/shared/db.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import { parseFields } from '../base/shared/parse-fields.ts';
import type { AuditEntry, AuditSubjects } from '../domain/audit/audit-log.ts';
import type { PermissionName, Role } from '../domain/people/roles.ts';
import { ALL_COMPANIES } from '../providers/credentials.ts';
import type { DatabaseServices, KeyedServices } from './services.ts';
import type { Value } from './values.ts';
import { COMPANY_ID, companyOf } from './values.ts';

export type ActRow = {
  id: string;
  command: string;
  summary: string;
  /** What somebody of the dashboard must be allowed; null for what the command line alone does. */
  permission: PermissionName | null;
  /** It moves money or secrets: a person has proved in the last five minutes who they are. */
  needsFreshProof: boolean;
  /** It changes something, and tells the log of it in the same transaction; a look does not. */
  isChange: boolean;
};

export type Trail = {
  record(tx: Queryable, more?: { subjects?: AuditSubjects; result?: 'begun' }): Promise<void>;
  /** The same for what keeps the act's entry in a commit of its own; false where it did nothing. */
  recordBy(
    act: (entry: AuditEntry) => Promise<boolean>,
    more?: { subjects?: AuditSubjects },
  ): Promise<boolean>;
};

export type ActServices = {
  database: DatabaseServices;
  /** Opened at the first call, since they need the key-encryption key. */
  services(): Promise<KeyedServices>;
  recentLooks?: RecentLooks;
};

export type RecentLooks = { isWritten(look: AuditEntry): boolean; written(look: AuditEntry): void };

export type ActContext = Pick<ActServices, 'database' | 'services'> & {
  actor: string;
  /** Of somebody of the dashboard; whoever has the command line may do everything. */
  role: Role | undefined;
  /** Held to the limit that the act has for some roles. */
  isLimited: boolean;
  trail: Trail;
};

/** `help`: for whoever reads the commands. `isLogged`: the audit log may keep it. */
export type Field<Output = unknown, Given = Output> = Value<Output, Given> &
  Typing & { help: string; isLogged: boolean };

/**
 * `isFile`: a path, made absolute where it was typed. `mayBeRead`: `-` takes it from the input.
 * `content`: read where it was typed, text also as `@path` or `-`; bytes of a file or the input
 * become base64.
 */
type Typing = { isFile?: true; mayBeRead?: true; content?: 'text' | 'bytes' };

export function logged<Output, Given>(
  value: Value<Output, Given>,
  help: string,
): Field<Output, Given> {
  return { ...value, help, isLogged: true };
}

/** What may name a person, a path or a secret: the log never hears of it. */
export function unlogged<Output, Given>(
  value: Value<Output, Given>,
  help: string,
  typing: Typing = {},
): Field<Output, Given> {
  return { ...value, ...typing, help, isLogged: false };
}

export const OF_COMPANY = { companyId: logged(COMPANY_ID, 'the id of the company') };

export type Fields = Readonly<Record<string, Field>>;

/** The company is put in for whoever is of one. */
type OptionalIn<F extends Fields> = {
  [Name in keyof F]: undefined extends z.input<F[Name]['typed']>
    ? Name
    : Name extends 'companyId'
      ? Name
      : never;
}[keyof F];

export type GivenOf<F extends Fields> = {
  [Name in Exclude<keyof F, OptionalIn<F>>]: z.input<F[Name]['typed']>;
} & { [Name in OptionalIn<F>]?: z.input<F[Name]['typed']> };

export type InputOf<F extends Fields> = { [Name in keyof F]: z.output<F[Name]['typed']> };

/** What was asked for and is not done yet. `companyId`: null for what is of no one company. */
export type AskedAct<Answer> = {
  companyId: string | null;
  subjects: AuditSubjects;
  run(context: ActContext): Promise<Answer>;
};

/** Reads what was asked for: 400 INVALID_DATA where it is not as it has to be, by `nameOf` it. */
export type Ask<Answer> = () => AskedAct<Answer>;

/**
 * `of`: the company of whoever asks, and so of the act: the id of another company's thing is 404
 * NOT_FOUND at once. Null for whoever may do it to any.
 */
export type Act<F extends Fields, Answer> = ActRow & {
  fields: F;
  ask(given: GivenOf<F>, of: string | null): Ask<Answer>;
  askByText(texts: Readonly<Record<string, string>>, of: string | null): Ask<Answer>;
};

export type TextAct<Answer = unknown> = ActRow & {
  askByText(texts: Readonly<Record<string, string>>, of: string | null): Ask<Answer>;
};

function rowsOf(kind: Pick<ActRow, 'isChange' | 'needsFreshProof'>) {
  return <const Id extends string, const Command extends string>(
    id: Id,
    command: Command,
    permission: ActRow['permission'],
  ) => ({ id, command, permission, ...kind });
}

export const look = rowsOf({ isChange: false, needsFreshProof: false });
export const change = rowsOf({ isChange: true, needsFreshProof: false });
export const provenChange = rowsOf({ isChange: true, needsFreshProof: true });

type CompanyOf<F extends Fields, Carrier> = Carrier extends string
  ? 'companyId' extends keyof F
    ? unknown
    : { companyId: string }
  : unknown;

/** `carriedBy`: the field that is an id of a company's thing; `run` has that as `companyId`. */
export function defineAct<
  const Id extends string,
  const Command extends string,
  F extends Fields,
  Answer,
  const Carrier extends (keyof F & string) | null = null,
>(
  definition: ActRow & {
    id: Id;
    command: Command;
    fields: F;
    carriedBy?: Carrier;
    run(input: InputOf<F> & CompanyOf<F, Carrier>, context: ActContext): Promise<Answer>;
  },
): Act<F, Answer> & { id: Id; command: Command } {
  const { fields, carriedBy = null, run, ...row } = definition;
  const named = Object.entries<Field>(fields).map(([key, field]) => ({
    key,
    name: nameOf(key),
    field,
  }));
  const schemaOf = (side: 'typed' | 'text') =>
    z.object(Object.fromEntries(named.map(({ name, field }) => [name, field[side]])));
  const schemas = { typed: schemaOf('typed'), text: schemaOf('text') };
  const carrier = carriedBy === null ? null : nameOf(carriedBy);
  const read = (schema: (typeof schemas)['text'], given: Values): AskedAct<Answer> => {
    const values: Values = parseFields(schema, given);
    const carried = carrier === null ? undefined : values[carrier];
    const companyId =
      values.company ?? (carried === undefined ? undefined : companyOf(String(carried)));
    const input: unknown = {
      companyId,
      ...Object.fromEntries(named.map(({ key, name }) => [key, values[name]])),
    };
    return {
      companyId: typeof companyId === 'string' && companyId !== ALL_COMPANIES ? companyId : null,
      subjects: Object.fromEntries(
        named
          .filter(({ name, field }) => field.isLogged && values[name] !== undefined)
          .map(({ name }) => [name, toSubject(values[name])]),
      ),
      // What was read by the schemas of the fields is of their types.
      run: (context: ActContext) => run(input as Parameters<typeof run>[0], context),
    };
  };
  const boundTo = (of: string | null, given: Values): Values => {
    if (of === null) return given;
    const id = carrier === null ? undefined : given[carrier];
    if (id !== undefined && companyOf(String(id)) !== of) {
      throw new ApiError('NOT_FOUND', 'This does not exist.');
    }
    if ('companyId' in fields) return { ...given, company: of };
    if (id === undefined) throw new Error(`${row.id} could be about any company`);
    return given;
  };
  return {
    ...row,
    fields,
    ask(given, of) {
      const entries = Object.entries(given).map(([key, value]) => [nameOf(key), value]);
      const bound = boundTo(of, Object.fromEntries(entries));
      return () => read(schemas.typed, bound);
    },
    askByText(texts, of) {
      const bound = boundTo(of, texts);
      return () => read(schemas.text, bound);
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

/** What the command line and the log call a field: `payin` for `payinId`, `at-most` for `atMost`. */
export function nameOf(field: string): string {
  return field.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
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

/** 404 that names a value by its `nameOf`. */
export function unknown(name: string): ApiError {
  return new ApiError('NOT_FOUND', 'This does not exist.', {
    details: [errorDetail(name, 'unknown')],
  });
}
