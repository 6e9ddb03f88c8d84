import { ActionIcon } from '@mantine/core';
import type { EditorView } from '@codemirror/view';
import type { ReactNode } from 'react';
import { whatsappSigns, type WhatsappTextStyle } from '../../../../../preview/whatsapp-text.ts';
import { useTexts } from '../../../../../ui/texts.ts';
import { stepFormTexts } from '../texts.ts';

const styles: readonly WhatsappTextStyle[] = ['bold', 'italic', 'strike', 'code'];
const drawn: Record<WhatsappTextStyle, ReactNode> = {
  bold: <b>N</b>,
  italic: <i>I</i>,
  strike: <s>S</s>,
  code: <span>{'</>'}</span>,
};

/** Adds WhatsApp's formatting characters around the selection. */
export function FormatBar({ view }: { view: EditorView }): ReactNode {
  const t = useTexts(stepFormTexts);
  return styles.map((look) => (
    <ActionIcon
      key={look}
      variant="subtle"
      color="gray"
      size={28}
      c="inherit"
      aria-label={t[look]}
      title={t[look]}
      onClick={() => surround(view, whatsappSigns[look])}
    >
      {drawn[look]}
    </ActionIcon>
  ));
}

function surround(view: EditorView, sign: string): void {
  const { from, to } = view.state.selection.main;
  view.dispatch({
    changes: [
      { from, insert: sign },
      { from: to, insert: sign },
    ],
    selection: { anchor: from + sign.length, head: to + sign.length },
    userEvent: 'input.format',
  });
  view.focus();
}
