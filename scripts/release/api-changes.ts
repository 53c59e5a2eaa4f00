type Node = { readonly [member: string]: unknown };
type Side = 'request' | 'answer';

/** What a request may be is narrowed by a greater one of the first, a smaller one of the others. */
const BOUNDS = { minLength: 1, minimum: 1, minItems: 1, maxLength: -1, maximum: -1, maxItems: -1 };

/**
 * What the API of a release takes away from clients of the one before, as one line each with its
 * place: a call, key, parameter or answer that is gone; a field that is gone, of another type, or
 * without a value it had; what a request must have now, or may be no more, and what an answer may be
 * now, or be without. What we send to a webhook is an answer. What is added is none. Both are OpenAPI
 * 3.1 as we write it.
 */
export function brokenByApi(before: Node, after: Node): string[] {
  const broken = new Set<string>();
  const [old, now] = [documentOf(before), documentOf(after)];
  const calls = callsOf(now);
  for (const [call, was] of callsOf(old)) {
    const is = calls.get(call);
    if (is === undefined) broken.add(`${call} is gone`);
    else compareCall(call, old.within(was), now.within(is), broken);
  }
  return [...broken];
}

/** A part of a document, whose references are followed. */
type Part = { node: Node; at(...path: string[]): Part | null; names(member: string): string[] };

function documentOf(document: Node) {
  const resolve = (node: unknown): Node | null => {
    if (typeof node !== 'object' || node === null) return null;
    const { $ref: reference } = node as Node;
    if (typeof reference !== 'string') return node as Node;
    const steps = reference.slice(2).split('/');
    return resolve(steps.reduce<unknown>((at, step) => (at as Node)[step], document));
  };
  const within = (node: Node): Part => ({
    node,
    at(...path) {
      const found = path.reduce<Node | null>((at, step) => resolve(at?.[step]), node);
      return found === null ? null : within(found);
    },
    names: (member) => Object.keys(resolve(node[member]) ?? {}),
  });
  return { document, within };
}

function callsOf({ document, within }: ReturnType<typeof documentOf>): Map<string, Node> {
  const root = within(document);
  const places = ['paths', 'webhooks'].flatMap((of) => root.names(of).map((path) => [of, path]));
  const calls = places.flatMap(([of = '', path = '']) => {
    const methods = Object.entries(root.at(of, path)?.node ?? {});
    const verb = of === 'webhooks' ? 'webhook ' : '';
    return methods.map(([method, call]) => [`${verb}${method} ${path}`, call as Node] as const);
  });
  return new Map(calls);
}

function compareCall(call: string, was: Part, is: Part, broken: Set<string>): void {
  for (const status of was.names('responses')) {
    if (is.at('responses', status) === null) broken.add(`${call} answers ${status} no more`);
  }
  const keys = ({ node }: Part) => [node.security ?? []].flat().map((one) => JSON.stringify(one));
  const taken = keys(is);
  const lost = taken.length === 0 ? [] : keys(was).filter((key) => !taken.includes(key));
  if (lost.length > 0) broken.add(`${call} does not take ${lost}`);
  const isBodyNeeded = (part: Part) => part.at('requestBody')?.node.required === true;
  if (isBodyNeeded(is) && !isBodyNeeded(was)) broken.add(`${call}: must have a body`);
  const [sent, told] = call.startsWith('webhook ') ? SIDES.toReversed() : SIDES;
  const parameters = parametersOf(was);
  for (const [name, { node }] of parametersOf(is)) {
    const isNew = parameters.get(name)?.node.required !== true;
    if (sent === 'request' && node.required === true && isNew)
      broken.add(`${call}: must have ${name}`);
  }
  const bodies = [
    [
      sent,
      was.at('requestBody', ...JSON_BODY),
      is.at('requestBody', ...JSON_BODY),
      'body',
    ] as const,
    ...was.names('responses').map((status) => {
      const path = ['responses', status, ...JSON_BODY];
      return [told, was.at(...path), is.at(...path), `JSON of ${status}`] as const;
    }),
    ...[...parameters].map(([name, one]) => {
      const other = parametersOf(is).get(name);
      return [sent, one.at('schema'), other?.at('schema') ?? null, name] as const;
    }),
  ];
  for (const [side, one, other, name] of bodies) {
    const at = parameters.has(name) ? `${call} ${name}` : call;
    if (one !== null && other !== null) compare(one, other, { at, side, broken, seen: [] });
    else if (one !== null) broken.add(`${call}: ${name} is gone`);
  }
}

const SIDES: readonly [Side, Side] = ['request', 'answer'];
const JSON_BODY = ['content', 'application/json', 'schema'];

function parametersOf(call: Part): Map<string, Part> {
  const parts = call.names('parameters').flatMap((index) => call.at('parameters', index) ?? []);
  return new Map(parts.map((part) => [`${part.node.in} ${part.node.name}`, part]));
}

type Comparison = { at: string; side: Side; broken: Set<string>; seen: readonly Node[] };

function compare(was: Part, is: Part, { at, side, broken, seen }: Comparison): void {
  if (seen.includes(was.node)) return;
  const [waysBefore, ways] = [waysOf(was), waysOf(is)];
  if (waysBefore.length + ways.length > 2) {
    // Each that may be sent is taken still, and each that may come was known.
    const pairs =
      side === 'request'
        ? waysBefore.map((one) => ways.map((other) => [one, other] as const))
        : ways.map((other) => waysBefore.map((one) => [one, other] as const));
    for (const some of pairs) {
      const found = some.map(([one, other]) => {
        const faults = new Set<string>();
        compare(one, other, { at, side, broken: faults, seen });
        return faults;
      });
      const nearest = found.sort((one, other) => one.size - other.size)[0] ?? [];
      for (const fault of nearest) broken.add(fault);
    }
    return;
  }
  const under = (name: string) => ({
    ...{ side, broken, seen: [...seen, was.node] },
    at: `${at} ${side} ${name}`.replace(`${side} ${side}`, side),
  });
  const told = (what: string) => broken.add(`${at}: ${what}`);
  const list = (part: Part, member: string) => [part.node[member] ?? []].flat().map(String);
  const types = [list(was, 'type'), list(is, 'type')];
  const [narrow, wide] = side === 'request' ? types : types.toReversed();
  if (`${narrow}` !== `${wide}` && `${narrow} in ${wide}` !== 'integer in number')
    told(`is ${list(is, 'type')}`);
  const valuesOf = (part: Part) => [...list(part, 'enum'), ...list(part, 'const')];
  const [values, before] = [valuesOf(is), valuesOf(was)];
  const gone = values.length > 0 ? before.filter((one) => !values.includes(one)) : [];
  if (gone.length > 0) told(`${gone} is gone`);
  if (side === 'request') {
    if (values.length > 0 && before.length === 0) told(`is one of ${values}`);
    for (const [name, sign] of Object.entries(BOUNDS)) {
      const [one = sign * Number.NEGATIVE_INFINITY, other] = [was.node[name], is.node[name]];
      if (other !== undefined && (Number(other) - Number(one)) * sign > 0)
        told(`${name} is ${other}`);
    }
    for (const name of ['pattern', 'format', 'additionalProperties']) {
      const rule = is.node[name];
      if (rule !== undefined && rule !== true && rule !== was.node[name]) told(`another ${name}`);
    }
  }
  const [required, wasRequired] = [list(is, 'required'), list(was, 'required')];
  const asked = required.filter((name) => !wasRequired.includes(name));
  if (side === 'request' && asked.length > 0) told(`must have ${asked}`);
  for (const name of was.names('properties')) {
    const [one, other] = [was.at('properties', name), is.at('properties', name)];
    if (other === null) told(`${name} is gone`);
    else if (side === 'answer' && wasRequired.includes(name) && !required.includes(name)) {
      told(`may be without ${name}`);
    }
    if (one !== null && other !== null) compare(one, other, under(name));
  }
  for (const step of ['items', 'allOf']) {
    const parts = step === 'items' ? [[step]] : was.names(step).map((index) => [step, index]);
    for (const path of parts) {
      const [one, other] = [was.at(...path), is.at(...path)];
      if (one !== null && other !== null) compare(one, other, under(path.join('.')));
    }
  }
}

/** What it may be one of; itself where it is no choice. */
function waysOf(part: Part): Part[] {
  const step = ['anyOf', 'oneOf'].find((name) => part.node[name] !== undefined);
  if (step === undefined) return [part];
  return part.names(step).flatMap((index) => waysOf(part.at(step, index) ?? part));
}
