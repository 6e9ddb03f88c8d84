import { Prec, RangeSetBuilder, StateField, type EditorState, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view';
import { inlineTagsIn } from '../source/rich-text.ts';

const classes: Readonly<Record<string, string>> = {
  a: 'email-link',
  b: 'email-bold',
  strong: 'email-bold',
  i: 'email-italic',
  em: 'email-italic',
  u: 'email-link',
};

const hidden = Decoration.replace({});

function decorationsOf(state: EditorState): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const open: { name: string; to: number }[] = [];
  for (const { from, to, name, isEnd } of inlineTagsIn(state.doc.toString())) {
    ranges.push(hidden.range(from, to));
    if (!isEnd) {
      open.push({ name, to });
      continue;
    }
    const start = open.findLast((one) => one.name === name);
    const look = classes[name];
    if (start && look && start.to < from) ranges.push(Decoration.mark({ class: look }).range(start.to, from));
    if (start) open.splice(open.indexOf(start));
  }
  return Decoration.set(ranges, true);
}

/** The hidden tags alone, each of which the caret passes as one unit. */
function tagRanges(state: EditorState): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of inlineTagsIn(state.doc.toString())) builder.add(from, to, hidden);
  return builder.finish();
}

const toggles =
  (name: string) =>
  (view: EditorView): boolean => {
    if (!view.state.readOnly) toggleTag(view, name);
    return true;
  };

/** The usual keys of bold and italic. */
export const formatKeys: Extension = Prec.high(
  keymap.of([
    { key: 'Mod-b', run: toggles('strong') },
    { key: 'Mod-i', run: toggles('em') },
  ]),
);

/** Shows the formatting of a rich text instead of its tags. The text stays as written. */
export const inlineTags: Extension = StateField.define<{ decorations: DecorationSet; atomic: DecorationSet }>({
  create: (state) => ({ decorations: decorationsOf(state), atomic: tagRanges(state) }),
  update: (value, { docChanged, state }) =>
    docChanged ? { decorations: decorationsOf(state), atomic: tagRanges(state) } : value,
  provide: (field) => [
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    EditorView.atomicRanges.of((view) => view.state.field(field).atomic),
  ],
});

/**
 * Puts a formatting tag around the selection, or removes it if the selection is all of what it formats. `placeholder` is formatted if
 * nothing is selected.
 */
export function toggleTag(view: EditorView, name: string, attributes = '', placeholder = ''): void {
  const { from, to } = view.state.selection.main;
  const tags = inlineTagsIn(view.state.doc.toString());
  const before = tags.find((tag) => !tag.isEnd && tag.name === name && (tag.to === from || tag.from === from));
  const after = tags.find((tag) => tag.isEnd && tag.name === name && (tag.from === to || tag.to === to));
  if (before && after && before.to <= after.from) {
    view.dispatch({
      changes: [before, after].map((tag) => ({ from: tag.from, to: tag.to })),
      userEvent: 'input.format',
    });
  } else {
    const content = from === to ? placeholder : view.state.sliceDoc(from, to);
    const start = from + `<${name}${attributes}>`.length;
    view.dispatch({
      changes: { from, to, insert: `<${name}${attributes}>${content}</${name}>` },
      selection: { anchor: start, head: start + content.length },
      userEvent: 'input.format',
    });
  }
  view.focus();
}
