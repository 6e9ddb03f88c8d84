import { readFileSync } from 'node:fs';
import { inlineStyle, type PageStyle } from '@retoma/pay';
import { html, type Html } from '@retoma/pay/html';
import type { Drawn } from './markdown.ts';
import { isThere, pageList, type Page } from './page-list.ts';

let style: PageStyle | undefined;
const siteStyle = (): PageStyle =>
  (style ??= inlineStyle(readFileSync(new URL('../../../../dist/site.css', import.meta.url), 'utf8').trim()));

/** The content security policy: no scripts, pictures only from the site, and only the site's style sheet. */
export const sitePolicy = (): string =>
  `default-src 'none'; img-src 'self' data:; style-src ${siteStyle().hashes.join(' ')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The HTML of a documentation page. */
export function sitePage(page: Page, { title, body, headings }: Drawn): string {
  return String(
    html`<!doctype html>
      <html lang="${page.lang ?? 'en'}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Retoma</title>
          <link rel="icon" href="data:," />
          ${siteStyle().element}
        </head>
        <body>
          <a class="skip" href="#main">Skip to the text</a>
          <nav aria-label="Documentation">
            <a class="home" href="/docs">Retoma</a>
            ${pageList.map(({ group, pages }) => groupOf(group, pages.filter(isThere), page))}
            <h2>For programs</h2>
            <a href="/openapi.json">OpenAPI 3.1</a>
            <a href="/postman.json">Postman collection</a>
            <a href="/automation.schema.json">JSON Schema of an automation</a>
          </nav>
          <main id="main" tabindex="-1">${otherLanguage(page)}${body}</main>
          <aside aria-label="On this page">
            ${headings
              .filter(({ depth }) => depth === 2)
              .map(({ text, anchor }) => html`<a href="#${anchor}">${text}</a>`)}
          </aside>
        </body>
      </html>`,
  );
}

/** The link from a guide to itself in the other language. */
function otherLanguage(page: Page): Html {
  if (!('translation' in page) || page.translation === undefined) return html``;
  const [lang, name] = page.lang === 'pt-BR' ? ['en', 'English'] : ['pt-BR', 'Português'];
  return html`<p class="language">
    <a href="/docs/${page.translation}" lang="${lang}" hreflang="${lang}">${name}</a>
  </p>`;
}

function groupOf(group: string, pages: readonly Page[], current: Page): Html {
  return html`<h2>${group}</h2>
    ${pages.map(({ slug, name, lang }) =>
      slug === current.slug
        ? html`<a href="/docs/${slug}" aria-current="page" lang="${lang ?? 'en'}">${name}</a>`
        : html`<a href="/docs/${slug}" lang="${lang ?? 'en'}">${name}</a>`,
    )}`;
}
