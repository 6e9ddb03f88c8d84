import type { ReactNode } from 'react';
import { findMetatags, metatagLabel } from '@retoma/flow';
import { useLocale } from '../ui/locale.tsx';
import { addresses } from './addresses.ts';
import { inOrder } from './pair-in-order.ts';
import './preview.css';
import { whatsappPieces, type WhatsappPiece } from './whatsapp-text.ts';

const tagOf = { bold: 'strong', italic: 'em', strike: 's', code: 'code' } as const;

/** A text as WhatsApp shows it; remaining metatags are chips. */
export const WhatsappText = ({ text }: { text: string }): ReactNode => <Pieces pieces={whatsappPieces(text)} />;

const Pieces = ({ pieces }: { pieces: readonly WhatsappPiece[] }): ReactNode =>
  inOrder(pieces, (piece) => {
    if (typeof piece === 'string') return <PlainText text={piece} />;
    const Tag = tagOf[piece.look];
    return (
      <Tag>
        <Pieces pieces={piece.pieces} />
      </Tag>
    );
  });

/** A text with its remaining metatags as chips, and underlined URLs. */
export function PlainText({ text }: { text: string }): ReactNode {
  const { locale } = useLocale();
  const parts: { literal: string; chip?: string }[] = [];
  let from = 0;
  for (const tag of findMetatags(text)) {
    const chip = tag.wellFormed ? metatagLabel(tag.name, locale) : text.slice(tag.start, tag.end);
    parts.push({ literal: text.slice(from, tag.start), chip });
    from = tag.end;
  }
  parts.push({ literal: text.slice(from) });
  return inOrder(parts, ({ literal, chip }) => (
    <>
      <Addresses text={literal} />
      {chip !== undefined && <span className="retoma-chip">{chip}</span>}
    </>
  ));
}

const Addresses = ({ text }: { text: string }): ReactNode =>
  inOrder(text.split(addresses), (part, index) =>
    index % 2 === 1 ? <span className="preview-link">{part}</span> : part,
  );
