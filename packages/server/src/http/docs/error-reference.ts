import { eventWarningCodes, issueCodes, warningCodes, type Localized } from '@retoma/commerce';
import { codes, messageReasons, templateCodes } from '@retoma/flow';
import { html } from '@retoma/pay/html';
import { publicCodes } from '../public/codes.ts';
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
      title: 'Errors of the API',
      heads: ['error.code', 'HTTP', 'Meaning', 'Em português'],
      rows: Object.entries(publicCodes).map(([code, { status, en, 'pt-BR': pt }]): CodeRow => [
        code,
        String(status),
        en,
        pt,
      ]),
    },
    { id: 'issues', title: 'Violations in error.details.issues', heads: columns, rows: bothLanguages(issueCodes) },
    { id: 'warnings', title: 'Coherence warnings of a 201', heads: columns, rows: bothLanguages(warningCodes) },
    {
      id: 'event-warnings',
      title: 'Warnings of an accepted event',
      heads: columns,
      rows: bothLanguages(eventWarningCodes),
    },
    {
      id: 'automations',
      title: 'What is wrong with an automation',
      heads: ['Code', 'Severity', 'Meaning', 'Em português'],
      rows: Object.entries(codes).map(([code, { severity, en, 'pt-BR': pt }]): CodeRow => [code, severity, en, pt]),
    },
    { id: 'templates', title: 'What is wrong with a metatag', heads: columns, rows: bothLanguages(templateCodes) },
    {
      id: 'messages',
      title: 'Why a message was not sent, or waits',
      heads: columns,
      rows: bothLanguages(messageReasons),
    },
  ];
  return {
    title: 'Error reference',
    headings: sections.map(({ id, title }) => ({ depth: 2, text: title, anchor: id })),
    body: html`<h1>Error reference</h1>
      <p>
        Every code there is, from the tables that the program itself answers from. Act by the code; its text is for
        people, and may be worded better one day.
      </p>
      ${sections.map(({ id, title, heads, rows }) => codeTable(id, title, heads, rows))}`,
  };
}
