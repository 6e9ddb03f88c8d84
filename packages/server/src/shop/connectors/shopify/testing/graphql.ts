// As much of GraphQL as the local shop needs: one operation with variables and arguments, without fragments and directives. What a document
// asks for and a type does not have is an error, as in the real API.

/** A field of a selection. */
export type Field = {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[] | null;
};

/** A parsed document. */
export type Operation = { readonly type: 'query' | 'mutation'; readonly fields: readonly Field[] };

class Reader {
  readonly #tokens: readonly string[];
  readonly #variables: Readonly<Record<string, unknown>>;
  #at = 0;

  constructor(text: string, variables: Readonly<Record<string, unknown>>) {
    this.#tokens = text.match(/"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|-?\d+|[{}()[\]:$!=]/g) ?? [];
    this.#variables = variables;
  }

  operation(): Operation {
    const type = this.#next() === 'mutation' ? 'mutation' : 'query';
    while (this.#peek() !== '{' && this.#peek() !== '(') this.#next();
    if (this.#peek() === '(') while (this.#next() !== ')');
    return { type, fields: this.#selection() };
  }

  #peek = (): string | undefined => this.#tokens[this.#at];

  #next(expected?: string): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new GraphqlError(`Parse error on ${JSON.stringify(token ?? 'the end')}`);
    }
    return token;
  }

  #selection(): Field[] {
    this.#next('{');
    const fields: Field[] = [];
    while (this.#peek() !== '}') {
      const name = this.#next();
      const args = this.#peek() === '(' ? this.#members('(', ')') : {};
      fields.push({ name, args, fields: this.#peek() === '{' ? this.#selection() : null });
    }
    this.#next('}');
    return fields;
  }

  #members(open: string, close: string): Record<string, unknown> {
    this.#next(open);
    const members: Record<string, unknown> = {};
    while (this.#peek() !== close) {
      const name = this.#next();
      this.#next(':');
      members[name] = this.#value();
    }
    this.#next(close);
    return members;
  }

  #value(): unknown {
    if (this.#peek() === '{') return this.#members('{', '}');
    const token = this.#next();
    if (token === '$') return this.#variables[this.#next()] ?? null;
    return /^["\d-]/.test(token) ? (JSON.parse(token) as unknown) : token;
  }
}

/** An error of the document. */
export class GraphqlError extends Error {}

/** Parses a document with its variables. Throws a GraphqlError. */
export const parseOperation = (text: string, variables: Readonly<Record<string, unknown>>): Operation =>
  new Reader(text, variables).operation();

/** The members of a type: values, or functions of the arguments. */
export type Members = Readonly<Record<string, unknown>>;

/** What the fields select of an object. Throws a GraphqlError for a field that it does not have. */
export function select(source: Members, fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, selectValue(memberOf(source, field), field)]));
}

function memberOf(source: Members, { name, args }: Field): unknown {
  const value = Object.hasOwn(source, name) ? source[name] : undefined;
  if (value === undefined) throw new GraphqlError(`Field '${name}' doesn't exist`);
  return typeof value === 'function' ? (value as (args: unknown) => unknown)(args) : value;
}

function selectValue(value: unknown, field: Field): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((one) => selectValue(one, field));
  const isObject = typeof value === 'object';
  if (isObject !== (field.fields !== null)) throw new GraphqlError(`Field '${field.name}' has wrong selections`);
  return field.fields === null ? value : select(value as Members, field.fields);
}

/** The points of a mutation. */
const mutationCost = 10;

/** The points that an operation asks for: an object 1, a list its `first` times what it lists, other values nothing. */
export const requestedCost = ({ type, fields }: Operation): number =>
  type === 'mutation' ? mutationCost : sum(fields.map(fieldCost));

function fieldCost({ args, fields }: Field): number {
  if (fields === null) return 0;
  const count = typeof args['first'] === 'number' ? args['first'] : 1;
  const nodes = fields.find(({ name }) => name === 'nodes');
  return count * (1 + sum((nodes?.fields ?? fields).map(fieldCost)));
}

/** The points of what was selected. */
export const actualCost = ({ type }: Operation, data: unknown): number =>
  type === 'mutation' ? mutationCost : sum(Object.values(data as object).map(valueCost));

function valueCost(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return sum(value.map(valueCost));
  const nodes = (value as { nodes?: unknown }).nodes;
  return nodes === undefined ? 1 + sum(Object.values(value).map(valueCost)) : valueCost(nodes);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
