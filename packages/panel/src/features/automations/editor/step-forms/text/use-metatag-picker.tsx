import { Compartment, Prec, type Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { MetatagList, optionId } from './metatag-list.tsx';
import { isRow, pickerRows, toggleRefused, type PickerOption } from './picker-rows.ts';
import { closePicker, openPicker, pickerState, pickMetatag, type PickerRange } from './picker-state.ts';
import { setTagContext, tagChips } from './tag-chips.ts';
import type { TagContext } from './tags-in.ts';

/** The parts for a text editor with metatags: its extension, the callback for its view, the list, and a function that opens it. */
type MetatagPicker = {
  extension: Extension;
  onReady: (view: EditorView) => void;
  list: ReactNode;
  open: () => void;
};

/** Chips and the metatag picker, for any CodeMirror. Two braces, Ctrl+Space and `open` open the picker. */
export function useMetatagPicker({ trigger, channel, kind, locale }: TagContext): MetatagPicker {
  const listId = useId();
  const [view, setView] = useState<EditorView>();
  const [range, setRange] = useState<PickerRange | null>(null);
  const [active, setActive] = useState(0);
  const [keys] = useState(() => new Compartment());
  const here = useMemo<TagContext>(() => ({ trigger, channel, kind, locale }), [trigger, channel, kind, locale]);
  const [asksForAll, setAsksForAll] = useState(false);
  const query = range?.query;
  const found = useMemo(() => (query === undefined ? nothing : pickerRows(query, here)), [query, here]);
  const refused = found.refused.length;
  // Unavailable metatags are listed, with the reason, on request or if nothing else matches.
  const showsRefused = asksForAll || found.rows.length === 0;
  const options = useMemo<PickerOption[]>(() => {
    const toggle = refused > 0 && found.rows.length > 0 ? [toggleRefused] : [];
    return [...found.rows, ...toggle, ...(showsRefused ? found.refused : [])];
  }, [found, refused, showsRefused]);
  const [extension] = useState(() => [
    tagChips(here),
    pickerState((range) => {
      setRange(range);
      setActive(0);
      if (!range) setAsksForAll(false);
    }),
    keys.of([]),
  ]);
  useEffect(() => view?.dispatch({ effects: setTagContext.of(here) }), [view, here]);
  useEffect(() => {
    if (!view) return;
    const option = options[active];
    describe(view, range ? listId : undefined, option && optionId(listId, option));
    const choose = (chosen: PickerOption): void => chooseOption(view, chosen, () => setAsksForAll((before) => !before));
    view.dispatch({ effects: keys.reconfigure(range ? pickerKeys(options, active, setActive, choose) : askKey) });
  }, [view, range, options, active, listId, keys]);
  return {
    extension,
    onReady: setView,
    open() {
      view?.focus();
      if (view) openPicker(view);
    },
    list: view && range && (
      <MetatagList
        id={listId}
        options={options}
        active={active}
        refused={refused}
        showsRefused={showsRefused}
        at={view.coordsAtPos(range.from) ?? view.dom.getBoundingClientRect()}
        choose={(option) => chooseOption(view, option, () => setAsksForAll(!asksForAll))}
      />
    ),
  };
}

const nothing = { rows: [], refused: [] };

/** Inserts the chosen metatag if it is available. `toggle` shows or hides the unavailable ones. */
function chooseOption(view: EditorView, option: PickerOption, toggle: () => void): void {
  if (!isRow(option)) toggle();
  else if (option.refused === undefined) pickMetatag(view, option);
}

/** Announces the list to screen readers while the caret stays in the text. */
function describe({ contentDOM }: EditorView, list: string | undefined, option: string | undefined): void {
  for (const [name, value] of [
    ['aria-controls', list],
    ['aria-activedescendant', list && option],
  ] as const) {
    if (value) contentDOM.setAttribute(name, value);
    else contentDOM.removeAttribute(name);
  }
}

const askKey: Extension = keymap.of([{ key: 'Ctrl-Space', run: openPicker }]);

/** The keys of an open picker, while the caret stays in the text. */
function pickerKeys(
  options: readonly PickerOption[],
  active: number,
  setActive: (index: number) => void,
  choose: (option: PickerOption) => void,
): Extension {
  const move = (by: number) => (): boolean => {
    setActive(Math.max(0, Math.min(options.length - 1, active + by)));
    return true;
  };
  const run = (): boolean => {
    const option = options[active];
    // Without an option, the key keeps its default behaviour.
    if (!option) return false;
    choose(option);
    return true;
  };
  return Prec.highest(
    keymap.of([
      { key: 'ArrowDown', run: move(1) },
      { key: 'ArrowUp', run: move(-1) },
      { key: 'Enter', run },
      { key: 'Tab', run },
      // The surrounding panel would close on this key too.
      { key: 'Escape', run: closePicker, stopPropagation: true },
    ]),
  );
}
