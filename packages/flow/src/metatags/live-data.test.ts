import { describe, expect, test } from 'vitest';
import { triggers } from '../members/trigger.ts';
import { liveData } from '../testing/live-data.ts';
import { listMetatags, type ListedMetatag } from './available.ts';
import { escapeHtml } from './render/escape.ts';
import type { TextKind } from '../members/member.ts';
import { compileTemplate, render } from './render/render.ts';

const show = (name: string, kind: TextKind): string =>
  render(compileTemplate(`{{${name}}}`, kind), liveData, { baseUrl: 'https://app.example' });

/** Traces of a value that was not formatted. */
const leaked = /\b(?:undefined|null|NaN)\b|\[object /;

describe.each(triggers)('[DEF9] the live data of %s', (trigger) => {
  const active = listMetatags(trigger).filter(({ status }) => status === 'active');
  const [markup, texts] = [active.filter(({ type }) => type === 'html'), active.filter(({ type }) => type !== 'html')];

  test('fills every active metatag: the example in plain text, and the same escaped in HTML', () => {
    const inPlain = (metatag: ListedMetatag): [string, string] => [metatag.name, show(metatag.name, 'plain')];
    expect(texts.map(inPlain)).toEqual(texts.map(({ name, example }) => [name, example]));
    for (const { name, type, example } of texts) {
      const lines = type === 'list' ? example.split(', ') : [example];
      expect(show(name, 'html'), name).toBe(lines.map(escapeHtml).join('<br>'));
    }
  });

  test('renders HTML metatags as elements, and as nothing in plain text', () => {
    for (const { name } of markup) {
      expect(show(name, 'html'), name).toMatch(/^<(img|table) [^]*>$/);
      expect(show(name, 'plain'), name).toBe('');
    }
  });

  test('leaves no metatag empty, and none with an unformatted value', () => {
    for (const { name, type } of active) {
      for (const kind of ['plain', 'html'] as const) {
        if (type !== 'html' || kind === 'html') expect(show(name, kind), name).not.toBe('');
        expect(show(name, kind), name).not.toMatch(leaked);
      }
    }
  });
});
