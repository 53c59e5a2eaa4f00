import type { z } from 'zod';
import type { PartyAnswer, PartyRequest } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';
import { checkFields, readJson } from '../server/fields.ts';
import type { PartyRecord } from '../server/record.ts';
import type { ProblemName } from './problem.ts';
import { problemAnswer } from './problem.ts';
import type { PixProfile } from './profiles.ts';

/** Refuses a request that no caller should have sent, and remembers it. */
export function refuseForm(
  { profile, record }: { profile: PixProfile; record: PartyRecord },
  { method, path }: PartyRequest,
  name: ProblemName,
  wrong: readonly WrongField[],
): PartyAnswer {
  for (const one of wrong) record.violate(`${method} ${path}: ${one.path} ${one.reason}`);
  const detail = 'A requisição não respeita o schema ou está semanticamente errada.';
  return problemAnswer(profile, { name, detail, wrong });
}

/** The body by its schema, or the refusal. A field that the documents do not have is remembered. */
export function readBody<Schema extends z.ZodType>(
  { profile, record }: { profile: PixProfile; record: PartyRecord },
  request: PartyRequest,
  { schema, resource, problem }: { schema: Schema; resource: string; problem: ProblemName },
): { value: z.output<Schema> } | { refusal: PartyAnswer } {
  const { method, path, headers, rawBody } = request;
  if (headers['content-type']?.startsWith('application/json') !== true) {
    record.violate(`${method} ${path}: the body is not announced as JSON`);
  }
  const { value, wrong, unknown } = checkFields(schema, readJson(rawBody));
  if (value === null) {
    const named = wrong.map((one) => ({ ...one, path: `${resource}.${one.path}` }));
    return { refusal: refuseForm({ profile, record }, request, problem, named) };
  }
  for (const field of unknown) record.violate(`${method} ${path}: ${field} is no field there`);
  return { value };
}
