import type { Node } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useLocale } from '../../ui/locale.tsx';
import type { CardData } from './card-data.ts';
import styles from '../diagram.module.css';
import { piecesOf } from './step-body.ts';

/** A card as React Flow draws it; `frame`: a card that contains others. */
export type CardNode = Node<CardData, 'card' | 'frame'>;

/** One card: tile, name, its type with a fact on the right, and its text. */
function Card({ data }: { data: CardData }): ReactNode {
  const { tone, name, line, fact, metric, mark, badge, isSelected, isMultiSelected, isMovable } = data;
  return (
    <div
      className={`${styles.card} nopan`}
      data-tone={tone}
      data-selected={isSelected}
      data-multi-selected={isMultiSelected}
      data-mark={mark}
      data-metric={metric !== undefined}
      data-grip={isMovable}
    >
      {tone === 'end' ? <Icon name="flag" size={16} /> : <Tile tone={tone} icon={data.icon} />}
      <span className={styles.cardText}>
        <span className={styles.unseen}>{data.where} </span>
        <span className={styles.name}>{name} </span>
        {(line || fact) && (
          <span className={styles.second}>
            <span className={styles.small} aria-hidden={data.isLineReported}>
              {line}{' '}
            </span>
            <span className={styles.fact} aria-hidden={metric === undefined ? undefined : true}>
              {fact}{' '}
            </span>
          </span>
        )}
        {metric && <span className={styles.unseen}>{metric} </span>}
      </span>
      <CardBody data={data} />
      {isMultiSelected && (
        <span className={styles.chosen}>
          <Icon name="check" size={12} />
        </span>
      )}
      {badge && (
        <span className={styles.badge} data-mark={mark}>
          {(mark === 'error' || mark === 'warning') && <Icon name="warning" size={11} />}
          {badge}
        </span>
      )}
      {data.announcement && <span className={styles.unseen}> {data.announcement}</span>}
    </div>
  );
}

/** The square with the icon. A finger drags a card by it; the rest of the card scrolls. */
export const Tile = ({ tone, icon }: Pick<CardData, 'tone' | 'icon'>): ReactNode => (
  <span className={styles.tile} data-tone={tone} data-tile>
    <Icon name={icon} size={18} />
  </span>
);

function CardBody({ data: { tone, body, note } }: { data: CardData }): ReactNode {
  const isMessage = tone === 'whatsapp' || tone === 'email' || tone === 'sms';
  if (!isMessage && tone !== 'dead') return null;
  if (note) return <span className={`${styles.body} ${styles.note}`}>{note}</span>;
  return (
    <span className={styles.body}>
      <TaggedText text={body} />
    </span>
  );
}

/** The first words of a message, with the labels of its metatags. `length`: in letters, by default as many as a card shows. */
export function TaggedText({ text, length }: { text: string; length?: number }): ReactNode {
  const { locale } = useLocale();
  return piecesOf(text, locale, length).map((piece) =>
    piece.isTag ? (
      <span key={piece.at} className={styles.tag}>
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}

type NodeData = { data: CardData };

/** Whether a card stays as drawn: React Flow draws its position. */
const sameData = (before: NodeData, now: NodeData): boolean => before.data === now.data;

const CardOfNode = memo(Card, sameData);

const FrameOfNode = memo(
  ({ data }: NodeData): ReactNode => (
    <div className={styles.frame} data-selected={data.isSelected}>
      <Card data={data} />
    </div>
  ),
  sameData,
);

/** The kinds of card. Defined outside of components: React Flow redraws everything when this object changes. */
export const nodeTypes = { card: CardOfNode, frame: FrameOfNode };
