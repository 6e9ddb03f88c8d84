import { html, type Html, type HtmlValue } from '@retoma/pay/html';
import { wideTable } from './table.ts';

/** The members of a JSON Schema that are rendered. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  then?: Schema;
  required?: string[];
  title?: string;
  description?: string;
  [limit: string]: unknown;
};

/** A schema below a heading with an anchor: description, members with type, meaning and limits, and variants. */
export function schemaSection(name: string, schema: Schema): Html {
  const { description, title, oneOf = [], allOf = [] } = schema;
  // Of a shape that a word chooses, `then` is the shape.
  const shapes = [...oneOf, ...allOf.flatMap(({ then }): Schema[] => (then ? [then] : []))];
  const variants = shapes.filter(({ properties }) => properties);
  const links = shapes.filter(({ $ref }) => $ref);
  return html`<h2 id="${name}">${name}${title && title !== name && html` <small lang="pt-BR">${title}</small>`}</h2>
    ${description && html`<p>${description}</p>`} ${schema.enum && html`<p>${typeLabel(schema)}</p>`}
    ${links.length > 0 && html`<p>One of ${separated(links.map(typeLabel), ', ')}.</p>`} ${membersTable(schema)}
    ${variants.map(
      (variant) =>
        html`<h3>${variant.title ?? constOf(variant)}</h3>
          ${membersTable(variant)}`,
    )}`;
}

/** The constant that distinguishes a variant from the others; empty if there is none. */
const constOf = ({ properties = {} }: Schema): string =>
  Object.values(properties)
    .map((of) => of.const)
    .find((value): value is string => typeof value === 'string') ?? '';

function membersTable(schema: Schema): Html | string {
  const rows = membersOf(schema, '');
  return rows.length === 0 ? '' : wideTable(['Member', 'Type', 'Meaning'], rows);
}

/** The cells of each member, and after an object those of each of its members. */
function membersOf(schema: Schema, path: string): HtmlValue[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([member, of]) => {
    const must = schema.required?.includes(member) && html`<span class="must">required</span>`;
    return [
      [
        html`<code>${path}${member}</code>${must}`,
        typeLabel(of),
        html`${of.description ?? of.title} ${schemaLimits(of)}`,
      ],
      ...membersOf(of, `${path}${member}.`),
    ];
  });
}

const separated = (parts: readonly (Html | string)[], by: string): (Html | string)[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [by, part]));

/** The most values of an enum that are listed; a longer one is shown as "a code". */
const maxValues = 12;

function typeLabel(schema: Schema): Html | string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.length > maxValues ? 'a code' : schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = schema.oneOf ?? schema.anyOf;
  if (either) return html`${separated(either.map(typeLabel), ' or ')}`;
  if (schema.allOf && !schema.properties) return html`${separated(schema.allOf.map(typeLabel), ' with ')}`;
  if (schema.type === 'object' && schema.required && schema.properties) return placesOf(schema).join(', ');
  if (schema.type === 'array') return html`list of ${schema.items ? typeLabel(schema.items) : 'values'}`;
  return [schema.type ?? 'any'].flat().join(' | ');
}

/** The places that an object requires, such as `payment.pix.payload`. */
const placesOf = ({ required = [], properties = {} }: Schema): string[] =>
  required.flatMap((name) => {
    const inner = placesOf(properties[name] ?? {});
    return inner.length > 0 ? inner.map((place) => `${name}.${place}`) : [name];
  });

const limitLabels: Record<string, string> = {
  minLength: 'at least # characters',
  maxLength: 'at most # characters',
  minimum: 'at least #',
  maximum: 'at most #',
  minItems: 'at least # entries',
  maxItems: 'at most # entries',
  default: 'default #',
};

function schemaLimits(schema: Schema): Html | string {
  const label = Object.entries(limitLabels)
    .filter(([limit]) => schema[limit] !== undefined && schema[limit] !== Number.MAX_SAFE_INTEGER)
    .map(([limit, label]) => label.replace('#', String(schema[limit])));
  return label.length > 0 ? html`<span class="limits">${label.join(', ')}</span>` : '';
}
