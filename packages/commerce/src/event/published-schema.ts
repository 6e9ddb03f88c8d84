// The JSON Schema of an event as it is published: one shape for each type, with the fields that the type requires. The compiled check
// (check.ts) reads the general shape and then the requirements, since its violations are clearer.
import { z } from 'zod';
import { requirementsOf, type Requirement } from './requirements.ts';
import {
  Customer,
  EventItem,
  eventTypes,
  Lead,
  Order,
  Payment,
  Shipping,
  ShopCart,
  StoreEvent,
  Tracking,
  type EventType,
} from './schema.ts';
import { withoutNullVariants } from './without-null-variants.ts';

type Schema = Record<string, unknown>;

/** The names under which the parts of an event are published. */
const partNames = new Map<z.core.$ZodType, string>([
  [Order, 'EventOrder'],
  [Payment, 'EventPayment'],
  [Customer, 'EventCustomer'],
  [Shipping, 'EventShipping'],
  [Lead, 'EventLead'],
  [ShopCart, 'EventCart'],
  [Tracking, 'EventTracking'],
  [EventItem, 'EventItem'],
]);

/** The metadata of schemas, with names for the parts of an event: `z.toJSONSchema` then publishes each part once. */
class NamedParts extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends z.core.$ZodType>(schema: S): z.core.$replace<z.core.GlobalMeta, S> | undefined {
    const meta = z.globalRegistry.get(schema);
    const id = partNames.get(schema);
    return id === undefined ? meta : { ...meta, id };
  }
}

/** API22: the metadata with which published schemas are made. */
export const publishedMetadata: z.core.$ZodRegistry<z.core.GlobalMeta> = new NamedParts();

/** The name of an event type in published schemas: `PixGenerated` for `pix.generated`. */
export const schemaNameOf = (type: string): string =>
  type
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

const general = z.toJSONSchema(StoreEvent, {
  io: 'input',
  metadata: publishedMetadata,
  override: withoutNullVariants,
}) as { $defs: Record<string, Schema> };

const nameOf = (type: EventType): string => `${schemaNameOf(type)}Report`;
const refTo = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

function eventOfType(type: EventType): Schema {
  const { properties, ...rest } = general.$defs['StoreEvent']!;
  const data = { allOf: [refTo('EventData'), ...requirementsOf(type).map(schemaOf)] };
  return {
    ...rest,
    properties: { ...(properties as Schema), type: { type: 'string', const: type }, data },
  };
}

const schemaOf = (places: Requirement): Schema => {
  const [only, ...others] = places.map((place) => placeSchema(place.split('.'), place));
  return others.length === 0 ? only! : { anyOf: [only, ...others] };
};

/** The schema of an object that has a value at a place. */
function placeSchema([name, ...rest]: readonly string[], place: string): Schema {
  const member = rest.length > 0 ? placeSchema(rest, place) : valueAt(place);
  return { type: 'object', required: [name], properties: { [name!]: member }, additionalProperties: {} };
}

function valueAt(place: string): Schema {
  if (place === 'order') return refTo('EventOrder');
  return place === 'cart' ? refTo('EventCart') : { type: 'string', pattern: String.raw`\S` };
}

/** API22: the JSON Schema (2020-12) of an event: one of the types, by `type`. */
export const publishedEventSchema: Schema = {
  $ref: '#/$defs/StoreEvent',
  $defs: {
    ...general.$defs,
    StoreEvent: {
      oneOf: eventTypes.map((type) => refTo(nameOf(type))),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(eventTypes.map((type) => [type, `#/$defs/${nameOf(type)}`])),
      },
    },
    ...Object.fromEntries(eventTypes.map((type) => [nameOf(type), eventOfType(type)])),
  },
};
