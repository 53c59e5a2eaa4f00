import type { Rule } from '../../../contract/errors/refusal-rule.ts';

/** What is said of a field that broke a rule. Each sentence follows the name of the field. */
export const RULES_IN_ENGLISH: { readonly [rule in Rule]: string } = {
  required: 'is required',
  invalid: 'is not valid',
  wrong_type: 'must be of type {expected}, not {given}',
  too_short: 'must have {min} or more characters',
  too_long: 'must be at most {max} characters',
  too_few: 'must have {min} or more entries',
  too_many: 'must have {max} or fewer entries',
  too_small: 'must be at least {min}',
  too_large: 'must be at most {max}',
  one_of: 'must be one of {values}',
  whole_number: 'must be a whole number from {min} to {max}',
  digits: 'must be {min} to {max} digits',
  characters: 'must be {min} to {max} characters of {allowed}',
  exactly_characters: 'must be {length} characters of {allowed}',
  format: 'must be valid, such as {example}',
  day_between: 'must be a day from {first} to {last}',
  control_characters: 'must not contain control characters',
  unseen_character: 'must not have the character {character} there, which nobody sees',
  document: 'must be a valid {kinds}, without punctuation',
  company_payer: 'must be a valid CPF: this account takes no payers with a CNPJ',
  card_number: 'must be a valid card number, digits only',
  personal_number: 'must not hold what may be the number of a card or a document',
  cursor: 'must be the nextCursor of the page before this',
  url: 'must be a URL ({schemes})',
  url_credentials: 'must not hold credentials',
  url_fragment: 'must not hold a fragment',
  url_host: 'must have its host written plainly',
  url_port: 'must not use this port',
  private_address: 'must lead to a public address',

  before: 'must not be before {field}',
  repeated: 'must be given once',
  exactly_one: 'is wrong: give exactly one of {of}',
  not_together: 'must be left out beside {with}',
  left_out: 'must be left out here',
  wrong_sum: 'must add up to the amount',
  unknown_parameter: 'must have no parameters but {known}',
  malformed: 'must be one whole JSON object in UTF-8',
  repeated_key: 'must not have the same key twice in one object',
  too_deep: 'must not nest deeper than {max} levels',
  forbidden_key: 'must not have a key that names a prototype',

  unknown: 'does not exist',
  unusable: 'does not exist, or cannot be used for this',
  in_use: 'is in use already',
  used: 'was used already',
  revoked: 'was revoked',
  expired: 'has expired',
  unreadable: 'holds what cannot be read any more; give it again',
  of_another: 'belongs to another {field}',
  not_authenticated: 'is not authenticated by 3-D Secure',
  not_enabled: 'is not enabled for this account',
  no_provider: 'needs a provider that this account does not have',
  plan_changed: 'is not what the installments cost now',
  installment_too_small: 'makes each installment smaller than this account allows',
  more_than_left: 'must be at most what is left, which is {left}',
  unregistered_origin: 'must be an address of an origin that is registered for the account',
  not_accepted: 'is not accepted by the provider',

  own_request: 'must be approved by somebody else than who asked for it',
  own_key: 'must be approved by somebody else than who made the key that asked for it',
  let_in_by_asker:
    'must be approved by somebody who was neither invited nor given their role by who asked for ' +
    'it within the last 24 hours',

  begins_with: 'must begin with {prefixes}',
  together: 'must be given together with {with}',
  ascending: 'must have each row begin at more installments than the one before',
  over_limit: 'must keep all that is given back at {max} at most',
  exists: 'exists already',
  done_already: 'is done already',
  entered_with: 'was entered as {amount} under this reference before',
  changed_meanwhile: 'was changed by somebody else meanwhile',
  not_underpaid: 'was not paid with less than was asked for',
  last_owner: 'is the last owner of the company: make somebody else an owner first',
  only_way_in: 'is the only way to sign in: set up an app first',
  not_supported: 'cannot do this',
  provider_silent: 'gives no answer now; try again',
  no_public_address: 'cannot be told an address: BASE_URL is not set',
  routed: 'is in the route of {company} for {method}',
  not_served: 'names {provider}, which does not serve {method}',
  no_credentials: 'names {provider}, for which {company} has no credentials',
  nothing_new: 'needs at least one new setting, or a new address',
  route_without_3ds:
    'begins with {provider}, which authenticates nobody, while three-ds of {company} is ' +
    'pre-order: every card would be refused. Change that first: company set-capabilities ' +
    '--company {company} --three-ds none',
  route_without_proof:
    'begins with {provider}, which takes no proof that was made elsewhere, while own-three-ds of ' +
    '{company} is yes: every card with such a proof would be refused. Change that first: company ' +
    'set-capabilities --company {company} --own-three-ds no',
  route_without_seller:
    'names {provider}, which must hear who sells, while {company} lacks {fields}',
  cards_without_3ds:
    'cannot be so while the cards of {company} go to {provider}, which authenticates nobody: ' +
    'every card would be refused. Change that first: route set --company {company} --method ' +
    'CREDIT_CARD --providers ...',
  cards_without_proof:
    'cannot be so while the cards of {company} go to {provider}, which takes no proof that was ' +
    'made elsewhere: every card with such a proof would be refused. Change that first: route set ' +
    '--company {company} --method CREDIT_CARD --providers ...',
  other_environment: 'is not of the {environment} environment',
  not_opened: 'cannot be opened, or its password or key belongs to another one',
  unwritable: 'cannot be made there ({reason})',
  no_room: 'cannot be made: DATA_DIR has no room for a copy',
  not_a_backup: 'is not a backup that this service can read',
  damaged: 'is not whole, or was changed',
  encrypted: 'is encrypted: give its --identity',
  not_encrypted: 'is not encrypted: leave out its --identity',
  statement_line: 'is refused, and nothing of it imported: line {line} has to have {expected}',
  other_migration: 'is of migration {file}, and the database of {database}',
};
