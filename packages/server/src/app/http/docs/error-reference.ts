import { eventWarningCodes, issueCodes, warningCodes, type Localized } from '@retoma/commerce';
import { codes, messageReasons, templateCodes } from '@retoma/flow';
import { html } from '@retoma/pay/html';
import { publicCodes } from '../../../http/public-codes.ts';
import { codeTable } from './table.ts';
import type { Drawn } from './markdown.ts';

type CodeRow = readonly [code: string, ...more: string[]];

const bothLanguages = (table: Readonly<Record<string, Localized>>): CodeRow[] =>
  Object.entries(table).map(([code, { en, 'pt-BR': pt }]) => [code, en, pt]);

const columns = ['Code', 'Meaning', 'Em português'];

/** The reference of all codes of checkouts, events, automations and messages, from the tables that declare them. */
export function errorReference(): Drawn {
  const sections = [
    {
      id: 'errors',
      title: 'API errors',
      heads: ['error.code', 'HTTP', 'Meaning', 'Em português'],
      rows: Object.entries(publicCodes).map(([code, { status, en, 'pt-BR': pt }]): CodeRow => [
        code,
        String(status),
        en,
        pt,
      ]),
    },
    { id: 'issues', title: 'Codes in error.details.issues', heads: columns, rows: bothLanguages(issueCodes) },
    { id: 'warnings', title: 'Warnings of a created checkout', heads: columns, rows: bothLanguages(warningCodes) },
    {
      id: 'event-warnings',
      title: 'Warnings of an accepted event',
      heads: columns,
      rows: bothLanguages(eventWarningCodes),
    },
    {
      id: 'automations',
      title: 'Validation codes of automations',
      heads: ['Code', 'Severity', 'Meaning', 'Em português'],
      rows: Object.entries(codes).map(([code, { severity, en, 'pt-BR': pt }]): CodeRow => [code, severity, en, pt]),
    },
    { id: 'templates', title: 'Validation codes of metatags', heads: columns, rows: bothLanguages(templateCodes) },
    {
      id: 'messages',
      title: 'Reasons why a message was not sent or is delayed',
      heads: columns,
      rows: bothLanguages(messageReasons),
    },
  ];
  return {
    title: 'Error reference',
    headings: sections.map(({ id, title }) => ({ depth: 2, text: title, anchor: id })),
    body: html`<h1>Error reference</h1>
      <p>All codes of the API. Rely on the codes in your program: the texts are for people and may change.</p>
      ${sections.map(({ id, title, heads, rows }) => codeTable(id, title, heads, rows))}`,
  };
}
