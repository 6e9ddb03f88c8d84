import { Compartment, Prec, type Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { MetatagList } from './metatag-list.tsx';
import { pickerRows, type PickerRow } from './picker-rows.ts';
import { closePicker, openPicker, pickerState, pickMetatag, type PickerPlace } from './picker-state.ts';
import { setTagContext, tagChips } from './tag-chips.ts';
import type { TagContext } from './tags-in.ts';

/** What an editor of text needs to hold metatags: the extension, whom to tell of the view, the list, and the way to open it. */
type MetatagPicker = {
  extension: Extension;
  onReady: (view: EditorView) => void;
  list: ReactNode;
  open: () => void;
};

/** Chips and the picker of metatags, for any CodeMirror. Opens on two braces, on Ctrl+Space and by `open`. */
export function useMetatagPicker({ trigger, channel, kind, locale }: TagContext): MetatagPicker {
  const listId = useId();
  const [view, setView] = useState<EditorView>();
  const [place, setPlace] = useState<PickerPlace | null>(null);
  const [active, setActive] = useState(0);
  const [keys] = useState(() => new Compartment());
  const here = useMemo<TagContext>(() => ({ trigger, channel, kind, locale }), [trigger, channel, kind, locale]);
  const rows = useMemo(() => (place ? pickerRows(place.query, here) : []), [place, here]);
  const [extension] = useState(() => [
    tagChips(here),
    pickerState((place) => {
      setPlace(place);
      setActive(0);
    }),
    keys.of([]),
  ]);
  useEffect(() => view?.dispatch({ effects: setTagContext.of(here) }), [view, here]);
  useEffect(() => {
    if (!view) return;
    describe(view, place ? listId : undefined, rows[active]?.name);
    view.dispatch({ effects: keys.reconfigure(place ? pickerKeys(rows, active, setActive) : askKey) });
  }, [view, place, rows, active, listId, keys]);
  return {
    extension,
    onReady: setView,
    open() {
      view?.focus();
      if (view) openPicker(view);
    },
    list: view && place && (
      <MetatagList
        id={listId}
        rows={rows}
        active={active}
        at={view.coordsAtPos(place.from) ?? view.dom.getBoundingClientRect()}
        choose={(row) => pickMetatag(view, row)}
      />
    ),
  };
}

/** What a screen reader is told of the list while the caret stays in the text. */
function describe({ contentDOM }: EditorView, list: string | undefined, option: string | undefined): void {
  for (const [name, value] of [
    ['aria-controls', list],
    ['aria-activedescendant', list && option && `${list}-${option}`],
  ] as const) {
    if (value) contentDOM.setAttribute(name, value);
    else contentDOM.removeAttribute(name);
  }
}

const askKey: Extension = keymap.of([{ key: 'Ctrl-Space', run: openPicker }]);

/** The keys of an open picker, while the caret stays in the text. */
function pickerKeys(rows: readonly PickerRow[], active: number, setActive: (index: number) => void): Extension {
  const move = (by: number) => (): boolean => {
    setActive(Math.max(0, Math.min(rows.length - 1, active + by)));
    return true;
  };
  const choose = (view: EditorView): boolean => {
    const row = rows[active];
    // With nothing to choose a key does what it always does.
    if (!row) return false;
    if (!row.refused) pickMetatag(view, row);
    return true;
  };
  return Prec.highest(
    keymap.of([
      { key: 'ArrowDown', run: move(1) },
      { key: 'ArrowUp', run: move(-1) },
      { key: 'Enter', run: choose },
      { key: 'Tab', run: choose },
      // The panel around would close on it too.
      { key: 'Escape', run: closePicker, stopPropagation: true },
    ]),
  );
}
