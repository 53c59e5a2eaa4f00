/**
 * Each rule that an answer of the API may name as broken, with the parameters it comes with. A
 * parameter is what is asked for, never what was sent but an unseen character. New rules may be added;
 * none changes its meaning.
 */
export const API_RULES = {
  // What is wrong with a value by itself.
  required: {},
  invalid: {},
  wrong_type: { expected: 'string', given: 'string' },
  too_short: { min: 'number' },
  too_long: { max: 'number' },
  too_few: { min: 'number' },
  too_many: { max: 'number' },
  too_small: { min: 'number' },
  too_large: { max: 'number' },
  one_of: { values: 'string' },
  whole_number: { min: 'number', max: 'number' },
  digits: { min: 'number', max: 'number' },
  characters: { allowed: 'string', min: 'number', max: 'number' },
  exactly_characters: { allowed: 'string', length: 'number' },
  format: { example: 'string' },
  day_between: { first: 'string', last: 'string' },
  control_characters: {},
  /** By its code point, such as U+200B. */
  unseen_character: { character: 'string' },
  document: { kinds: 'string' },
  company_payer: {},
  card_number: {},
  personal_number: {},
  cursor: {},
  url: { schemes: 'string' },
  url_credentials: {},
  url_fragment: {},
  url_host: {},
  url_port: {},
  private_address: {},
  // What is wrong with it beside others.
  before: { field: 'string' },
  repeated: {},
  exactly_one: { of: 'string' },
  not_together: { with: 'string' },
  left_out: {},
  wrong_sum: {},
  unknown_parameter: { known: 'string' },
  malformed: {},
  repeated_key: {},
  too_deep: { max: 'number' },
  forbidden_key: {},
  // What is wrong with it as things are.
  unknown: {},
  unusable: {},
  in_use: {},
  used: {},
  revoked: {},
  expired: {},
  unreadable: {},
  of_another: { field: 'string' },
  not_authenticated: {},
  not_enabled: {},
  unregistered_origin: {},
  no_provider: {},
  plan_changed: {},
  installment_too_small: {},
  more_than_left: { left: 'number' },
  not_accepted: {},
  // Whose approval a payout may not have.
  own_request: {},
  own_key: {},
  let_in_by_asker: {},
} as const satisfies RuleTable;

/** Each rule that only an operator's command or a page of the dashboard may name as broken. */
export const OPERATOR_RULES = {
  begins_with: { prefixes: 'string' },
  together: { with: 'string' },
  ascending: {},
  over_limit: { max: 'number' },
  exists: {},
  done_already: {},
  entered_with: { amount: 'number' },
  changed_meanwhile: {},
  not_underpaid: {},
  last_owner: {},
  only_way_in: {},
  not_supported: {},
  provider_silent: {},
  no_public_address: {},
  routed: { company: 'string', method: 'string' },
  not_served: { provider: 'string', method: 'string' },
  no_credentials: { provider: 'string', company: 'string' },
  nothing_new: {},
  route_without_3ds: { provider: 'string', company: 'string' },
  route_without_proof: { provider: 'string', company: 'string' },
  route_without_seller: { provider: 'string', company: 'string', fields: 'string' },
  cards_without_3ds: { company: 'string', provider: 'string' },
  cards_without_proof: { company: 'string', provider: 'string' },
  other_environment: { environment: 'string' },
  not_opened: {},
  unwritable: { reason: 'string' },
  no_room: {},
  not_a_backup: {},
  damaged: {},
  encrypted: {},
  not_encrypted: {},
  other_migration: { file: 'number', database: 'number' },
  statement_line: { line: 'number', expected: 'string' },
} as const satisfies RuleTable;

const ALL_RULES = { ...API_RULES, ...OPERATOR_RULES };

type RuleTable = Readonly<Record<string, Readonly<Record<string, 'string' | 'number'>>>>;
type Rules = typeof ALL_RULES;

export type ApiRule = keyof typeof API_RULES;
export type Rule = keyof Rules;

/** What a rule comes with: `too_long` with `{ max: number }`. */
export type ParamsOf<Name extends Rule> = {
  readonly [param in keyof Rules[Name]]: Rules[Name][param] extends 'number' ? number : string;
};

/** The last argument of whatever names a rule: nothing for a rule without parameters. */
export type ParamsArgument<Name extends Rule> = keyof Rules[Name] extends never
  ? []
  : [params: ParamsOf<Name>];

export type RuleParams = Readonly<Record<string, string | number>>;

export function isRule(name: unknown): name is Rule {
  return typeof name === 'string' && Object.hasOwn(ALL_RULES, name);
}

export const RULES: readonly Rule[] = Object.keys(ALL_RULES).filter(isRule);

export const API_RULE_NAMES: readonly Rule[] = RULES.filter((rule) => rule in API_RULES);

export function paramsOf(rule: Rule): readonly string[] {
  return Object.keys(ALL_RULES[rule]);
}
