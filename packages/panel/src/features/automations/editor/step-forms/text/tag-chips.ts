import { StateEffect, StateField, RangeSet, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import { tagsIn, type Tag, type TagContext } from './tags-in.ts';

/** Sets a new context for the text of an editor: another trigger or language. */
export const setTagContext = StateEffect.define<TagContext>();

const classOf: Record<Tag['tone'], string> = {
  right: 'retoma-chip',
  old: 'retoma-chip retoma-chip-old',
  wrong: 'retoma-chip retoma-chip-wrong',
  unchecked: 'retoma-chip retoma-chip-unchecked',
};

class Chip extends WidgetType {
  readonly tag: Tag;

  constructor(tag: Tag) {
    super();
    this.tag = tag;
  }

  override eq({ tag }: Chip): boolean {
    return tag.label === this.tag.label && tag.tone === this.tag.tone && tag.hint === this.tag.hint;
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.className = classOf[this.tag.tone];
    chip.textContent = this.tag.label;
    chip.title = this.tag.hint;
    return chip;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** Shows metatags as chips: the caret, deletion and copying treat each as one unit. The text stays as written. */
export function tagChips(first: TagContext): Extension {
  type Chips = { context: TagContext; chips: DecorationSet };
  const chipsOf = (state: EditorState, context: TagContext): Chips => {
    const tags = tagsIn(state.doc.toString(), context);
    return {
      context,
      chips: RangeSet.of(tags.map((tag) => Decoration.replace({ widget: new Chip(tag) }).range(tag.from, tag.to))),
    };
  };
  const field = StateField.define<Chips>({
    create: (state) => chipsOf(state, first),
    update(value, { docChanged, effects, state }) {
      const context = effects.find((effect) => effect.is(setTagContext))?.value;
      return docChanged || context ? chipsOf(state, context ?? value.context) : value;
    },
    provide: (field) => [
      EditorView.decorations.from(field, ({ chips }) => chips),
      EditorView.atomicRanges.of((view) => view.state.field(field).chips),
    ],
  });
  return field;
}
