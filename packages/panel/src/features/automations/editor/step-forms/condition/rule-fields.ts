import {
  isConditionField,
  shipmentStatuses,
  type ConditionField,
  type Operator,
  type Rule,
  type RuleScalar,
} from '@retoma/flow';
import type { Localized } from '../../../../../ui/locale.tsx';

/** The type of a field's value: one of a few words, an amount in cents, yes or no, or any text. */
export type FieldKind = 'status' | 'method' | 'shipment' | 'money' | 'yes' | 'text';

type Group = {
  name: Localized;
  fields: readonly { field: ConditionField; kind: FieldKind; label: Localized; sameAs?: ConditionField }[];
};

const row = (field: ConditionField, kind: FieldKind, pt: string, en: string): Group['fields'][number] => ({
  field,
  kind,
  label: { 'pt-BR': pt, en },
});

/** The fields of conditions, starting with those of every automation. One with `sameAs` is offered only in a rule that has it already. */
export const fieldGroups: readonly Group[] = [
  {
    name: { 'pt-BR': 'Pagamento', en: 'Payment' },
    fields: [
      row('payment_status', 'status', 'Pagamento', 'Payment'),
      row('payment_method', 'method', 'Forma de pagamento', 'Payment method'),
      row('amount', 'money', 'Valor da compra', 'Amount of the purchase'),
    ],
  },
  {
    name: { 'pt-BR': 'Cliente', en: 'Customer' },
    fields: [
      row('customer.name', 'text', 'Nome do cliente', 'Customer name'),
      row('customer.email', 'text', 'E-mail do cliente', 'Customer e-mail'),
      row('customer.phone', 'text', 'Telefone do cliente', 'Customer phone'),
      row('customer.state', 'text', 'Estado do cliente (UF)', 'Customer state'),
    ],
  },
  {
    name: { 'pt-BR': 'Rastreio', en: 'Tracking' },
    fields: [
      row('tracking.status', 'shipment', 'Situação do envio', 'Shipment status'),
      row('tracking.code', 'text', 'Código de rastreio', 'Tracking code'),
      row('tracking.url', 'text', 'Link do rastreio', 'Tracking link'),
      row('tracking.carrier', 'text', 'Transportadora do envio', 'Carrier of the shipment'),
    ],
  },
  {
    name: { 'pt-BR': 'Outros', en: 'Others' },
    fields: [
      { ...row('order.total', 'money', 'Total do pedido', 'Order total'), sameAs: 'amount' },
      {
        ...row('order.payment_method', 'method', 'Forma de pagamento do pedido', 'Payment method of the order'),
        sameAs: 'payment_method',
      },
      row('order.pix_code', 'text', 'Código PIX', 'PIX code'),
      row('shipping.name', 'text', 'Forma de entrega', 'Delivery method'),
      row('shipping.carrier', 'text', 'Transportadora', 'Carrier'),
      row('lead.name', 'text', 'Nome do contato', 'Lead name'),
      row('lead.phone', 'text', 'Telefone do contato', 'Lead phone'),
      row('lead.isCompleted', 'yes', 'Contato concluiu a compra', 'Lead finished the checkout'),
      row('lead.utmSource', 'text', 'Origem do contato (utm_source)', 'Lead source (utm_source)'),
      row('lead.deviceType', 'text', 'Aparelho do contato', 'Lead device'),
      row('browser.utms.source', 'text', 'Origem da visita (utm_source)', 'Visit source (utm_source)'),
      row('browser.ip', 'text', 'Endereço IP', 'IP address'),
    ],
  },
];

const fieldsByName = new Map(fieldGroups.flatMap(({ fields }) => fields).map((one) => [one.field, one]));

/** The fields to choose from in a rule about `current`, which is among them; of two that mean the same only one otherwise. */
export const offeredGroups = (current: string): readonly Group[] =>
  fieldGroups.map(({ name, fields }) => ({
    name,
    fields: fields.filter(({ field, sameAs }) => sameAs === undefined || field === current),
  }));

/** Whether a field can be empty: all fields except those of the payment, the customer and the tracking. */
export const mayBeEmpty = (field: string): boolean => fieldGroups[3]!.fields.some((one) => one.field === field);

/** The type of a field's value; `text` for an unknown field. */
export const kindOf = (field: string): FieldKind => fieldsByName.get(field as ConditionField)?.kind ?? 'text';

const anyOperator = ['=', '!=', 'in', 'not-in', 'empty', 'not-empty'] as const;
const operatorsOf: Record<FieldKind, readonly Operator[]> = {
  status: ['=', '!=', 'in', 'not-in'],
  method: anyOperator,
  shipment: anyOperator,
  money: ['>', '<', '>=', '<=', '=', '!=', 'empty', 'not-empty'],
  yes: ['=', '!='],
  text: anyOperator,
};

/** The operators that suit a field, and the current one. */
export const operatorsFor = (field: string, current: Operator): readonly Operator[] => [
  ...new Set([...operatorsOf[kindOf(field)], current]),
];

/** The possible values of a field, as written in the format. */
export const optionsOf: Partial<Record<FieldKind, readonly string[]>> = {
  status: ['pending', 'processing', 'paid', 'failed', 'cancelled'],
  method: ['pix', 'boleto', 'credit_card', 'debit_card'],
  shipment: shipmentStatuses,
  yes: ['true', 'false'],
};

const firstValue: Record<FieldKind, RuleScalar> = {
  status: 'paid',
  method: 'pix',
  shipment: 'delivered',
  money: 10_000,
  yes: 'true',
  text: '',
};

/** A rule about a field. It keeps the previous operator and value if they suit the field, else it gets default ones. */
export function ruleAbout(field: string, before?: Rule): Rule {
  const name = isConditionField(field) ? field : 'payment_status';
  const kind = kindOf(name);
  const allowed = operatorsOf[kind];
  const isSame = before !== undefined && kindOf(before.field) === kind;
  const operator = isSame && allowed.includes(before.operator) ? before.operator : allowed[0]!;
  return withOperator({ field: name, operator, value: isSame ? before.value : firstValue[kind] } as Rule, operator);
}

/** A rule about the first payment status that no branch asks for yet. */
export function unusedStatus(branches: readonly { readonly conditions: readonly Rule[] }[]): Rule {
  const used = new Set(branches.flatMap(({ conditions }) => conditions.map(({ value }) => value)));
  const rule = ruleAbout('payment_status');
  return { ...rule, value: optionsOf.status!.find((status) => !used.has(status)) ?? 'paid' } as Rule;
}

/** A rule with another operator. A list becomes its first value, a value becomes a list; `empty` and `not-empty` have no value. */
export function withOperator({ field, value }: Rule, operator: Operator): Rule {
  if (operator === 'empty' || operator === 'not-empty') return { field, operator };
  const first =
    (Array.isArray(value) ? (value as RuleScalar[])[0] : (value as RuleScalar | undefined)) ??
    firstValue[kindOf(field)];
  if (operator !== 'in' && operator !== 'not-in') return { field, operator, value: first };
  return {
    field,
    operator,
    value: Array.isArray(value) ? (value as RuleScalar[]) : [first].filter((one) => one !== ''),
  };
}
