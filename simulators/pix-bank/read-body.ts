import type { z } from 'zod';
import type { PartyAnswer, PartyRequest } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';
import { readFields } from '../server/fields.ts';
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

/** The body by its schema, or the refusal. */
export function readBody<Schema extends z.ZodType>(
  { profile, record }: { profile: PixProfile; record: PartyRecord },
  request: PartyRequest,
  { schema, resource, problem }: { schema: Schema; resource: string; problem: ProblemName },
): { value: z.output<Schema> } | { refusal: PartyAnswer } {
  const { value, wrong } = readFields(record, request, schema);
  if (value !== null) return { value };
  const named = wrong.map((one) => ({ ...one, path: `${resource}.${one.path}` }));
  return { refusal: refuseForm({ profile, record }, request, problem, named) };
}
