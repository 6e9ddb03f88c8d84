import { metatagNamed, type MetatagName } from './catalogue/index.ts';
import type { Metatag, MetatagType } from './catalogue/row.ts';
import type { MetatagItem } from './render/data.ts';
import type { ResolveMetatag } from './render/read.ts';

/** Kinds of example data for previews: the catalogue's examples, those without optional data, or values as long as real ones can be. */
export const exampleKinds = ['complete', 'sparse', 'long'] as const;

/** A kind of example data. */
export type ExampleKind = (typeof exampleKinds)[number];

/** The values of a fictitious order, for previews; they are rendered like real ones. */
export function exampleSource(kind: ExampleKind = 'complete'): ResolveMetatag {
  return (name) => {
    const metatag = metatagNamed(name);
    if (!metatag || (kind === 'sparse' && mayBeAbsent(metatag))) return undefined;
    if (kind === 'long') return longOf(metatag);
    return metatag.type === 'list' ? exampleList(name) : parseExample[metatag.type](metatag.example);
  };
}

/** Categories that events may omit: shipment and visit. */
const optional: ReadonlySet<string | null> = new Set(['shipping', 'browser']);

function mayBeAbsent({ category, sensitivity, name }: Metatag): boolean {
  return sensitivity !== 'none' || optional.has(category) || name.includes('discount') || name.startsWith('lead.utm');
}

const items: readonly MetatagItem[] = [
  { name: 'Camiseta Azul', quantity: 1, price: 10_000, image: 'https://cdn.loja.example/camiseta.jpg' },
  { name: 'Boné', quantity: 2, price: 4_000, image: 'https://cdn.loja.example/bone.jpg' },
];

/** The items; values that follow from items are derived from these. */
const exampleList = (name: MetatagName): unknown =>
  name === 'order.items' || name === 'cart.items' ? items : undefined;

/** Long texts as people and stores have them; other values are about as long as their example. */
const longTexts: Readonly<Partial<Record<string, string>>> = {
  name: 'Maria Fernanda de Albuquerque Cavalcanti',
  first_name: 'Maximiliano',
  last_name: 'Fernanda de Albuquerque Cavalcanti',
  email: 'maria.fernanda.cavalcanti@empresa.example',
  street: 'Avenida Presidente Juscelino Kubitschek de Oliveira',
  city: 'São José do Vale do Rio Preto',
  neighborhood: 'Conjunto Residencial José Bonifácio',
  carrier: 'Transportadora Rápido Figueiredo',
};
const longStore = 'Empório das Flores e Presentes';
const longItems: readonly MetatagItem[] = [
  ...items,
  { name: 'Conjunto de lençóis de algodão egípcio 400 fios', quantity: 1, price: 89_990 },
  { name: 'Travesseiro de viscoelástico com capa', quantity: 2, price: 19_990 },
];

function longOf(metatag: Metatag): unknown {
  const { name, field, category, type, example } = metatag;
  if (type === 'list') return name === 'order.items' || name === 'cart.items' ? longItems : undefined;
  if (type === 'money') return 1_234_567;
  const long =
    type === 'text'
      ? name === 'store.name'
        ? longStore
        : category === 'store'
          ? undefined
          : longTexts[field]
      : undefined;
  return long ?? parseExample[type](example);
}

/** Converts a catalogue example, which is rendered text, to a value of its type. */
const parseExample: Record<Exclude<MetatagType, 'list'>, (example: string) => unknown> = {
  text: (example) => example,
  url: (example) => example,
  integer: (example) => example,
  money: (example) => Number(example.replace(/\D/g, '')),
  date(example) {
    const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(example) ?? [];
    return `${year}-${month}-${day}T${time}:00-03:00`;
  },
  // Derived from the items or the PIX code.
  html: () => undefined,
};
