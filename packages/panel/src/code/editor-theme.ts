import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** CodeMirror's default highlight colours → names of our colours, which differ in the dark theme (code.css). */
const names: Record<string, string> = {
  '#708': 'keyword',
  '#219': 'value',
  '#164': 'value',
  '#a11': 'string',
  '#e40': 'escape',
  '#085': 'tag',
  '#940': 'comment',
};

const highlight = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => {
    const name = typeof spec['color'] === 'string' ? names[spec['color']] : undefined;
    return name === undefined ? spec : { ...spec, color: `var(--retoma-code-${name})` };
  }),
);

const frame = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--retoma-surface)' },
  '&.cm-focused': { outline: '2px solid var(--mantine-color-petroleo-6)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '20px',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--retoma-hover)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--retoma-border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--retoma-hover)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--retoma-surface)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--retoma-border)',
    borderRadius: '8px',
    maxWidth: '420px',
  },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--retoma-code-selection) !important',
  },
});

/** The look of code in the panel, light and dark. */
export const editorTheme: Extension = [frame, syntaxHighlighting(highlight)];
