type Node = { readonly [member: string]: unknown };
type Side = 'request' | 'answer';

/**
 * What the API of a release takes away from clients of the one before, as one line each with its
 * place: a call or an answer that is gone; a field that is gone, of another type, or without a value
 * it had; a field that a request must have now, or an answer may be without. What is added is none.
 * Both are OpenAPI 3.1 as we write it.
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
  const calls = root.names('paths').flatMap((path) => {
    const methods = Object.entries(root.at('paths', path)?.node ?? {});
    return methods.map(([method, call]) => [`${method} ${path}`, call as Node] as const);
  });
  return new Map(calls);
}

function compareCall(call: string, was: Part, is: Part, broken: Set<string>): void {
  for (const status of was.names('responses')) {
    if (is.at('responses', status) === null) broken.add(`${call} answers ${status} no more`);
  }
  const schemaOf = (part: Part, ...path: string[]) =>
    part.at(...path, 'content', 'application/json', 'schema');
  const bodies = [
    ['request', ['requestBody']] as const,
    ...was.names('responses').map((status) => ['answer', ['responses', status]] as const),
  ];
  for (const [side, path] of bodies) {
    const [one, other] = [schemaOf(was, ...path), schemaOf(is, ...path)];
    if (one !== null && other !== null) compare(one, other, { at: call, side, broken, seen: [] });
  }
}

type Comparison = { at: string; side: Side; broken: Set<string>; seen: readonly Node[] };

function compare(was: Part, is: Part, { at, side, broken, seen }: Comparison): void {
  if (seen.includes(was.node)) return;
  const under = (name: string) => ({
    ...{ side, broken, seen: [...seen, was.node] },
    at: `${at} ${side} ${name}`.replace(`${side} ${side}`, side),
  });
  const told = (what: string) => broken.add(`${at}: ${what}`);
  const list = (part: Part, member: string) => [part.node[member] ?? []].flat().map(String);
  if (`${list(was, 'type')}` !== `${list(is, 'type')}`) told(`is ${list(is, 'type')}`);
  const values = list(is, 'enum');
  const gone = values.length > 0 ? list(was, 'enum').filter((one) => !values.includes(one)) : [];
  if (gone.length > 0) told(`${gone} is gone`);
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
  for (const step of ['items', 'anyOf', 'oneOf', 'allOf']) {
    const parts = step === 'items' ? [[step]] : was.names(step).map((index) => [step, index]);
    for (const path of parts) {
      const [one, other] = [was.at(...path), is.at(...path)];
      if (one !== null && other !== null) compare(one, other, under(path.join('.')));
    }
  }
}
