import { countSms, findMetatags } from '@retoma/flow';
import { RangeSetBuilder, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

const mark = Decoration.mark({ class: 'sms-foreign' });

function marked({ doc }: EditorState): DecorationSet {
  const text = doc.toString();
  const foreign = new Set(countSms(text).foreign);
  const tags = findMetatags(text);
  const builder = new RangeSetBuilder<Decoration>();
  let at = 0;
  for (const letter of text) {
    const end = at + letter.length;
    const isInTag = tags.some((tag) => tag.start <= at && at < tag.end);
    if (foreign.has(letter) && !isInTag) builder.add(at, end, mark);
    at = end;
  }
  return builder.finish();
}

/** Underlines the characters of an SMS that increase its cost. */
export const foreignLetters: Extension = StateField.define<DecorationSet>({
  create: marked,
  update: (before, { docChanged, state }) => (docChanged ? marked(state) : before),
  provide: (field) => EditorView.decorations.from(field),
});
