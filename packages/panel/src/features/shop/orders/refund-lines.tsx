import { ActionIcon, Checkbox, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { inOrder } from '../../../preview/pair-in-order.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import type { Order } from '../labels.ts';
import { piecesLeft, type RefundChoice } from './refund-form.ts';
import './order.css';
import { texts } from './texts.ts';

/** The lines of an order and its shipping, to choose what is given back. */
export function RefundLines({
  order,
  choice,
  onChange,
}: {
  order: Order;
  choice: RefundChoice;
  onChange: (choice: RefundChoice) => void;
}): ReactNode {
  const t = useTexts(texts);
  const { money } = useStoreFormats();
  const { items, shippingPaid, shippingReturned } = order;
  return (
    <Surface p={0} className="refund-lines">
      {inOrder(items, (item, line) => (
        <RefundLine
          item={item}
          count={choice.pieces[line] ?? 0}
          onChange={(count) => onChange({ ...choice, pieces: { ...choice.pieces, [line]: count } })}
        />
      ))}
      {shippingPaid > 0 && (
        <div className="refund-line">
          <Checkbox
            label={t.shipping}
            disabled={shippingReturned}
            checked={choice.shipping}
            onChange={(event) => onChange({ ...choice, shipping: event.currentTarget.checked })}
          />
          <Text c={shippingReturned ? 'dimmed' : 'var(--mantine-color-text)'}>
            {shippingReturned ? t.alreadyReturned : money(shippingPaid)}
          </Text>
        </div>
      )}
    </Surface>
  );
}

function RefundLine({
  item,
  count,
  onChange,
}: {
  item: Order['items'][number];
  count: number;
  onChange: (count: number) => void;
}): ReactNode {
  const t = useTexts(texts);
  const { money } = useStoreFormats();
  const left = piecesLeft(item);
  const isGone = left === 0;
  return (
    <div className="refund-line">
      <Checkbox
        label={item.title}
        {...(!isGone && item.returned > 0 && { description: t.alreadyReturnedOf(item.returned, item.quantity) })}
        disabled={isGone}
        checked={count > 0}
        onChange={(event) => onChange(event.currentTarget.checked ? left : 0)}
      />
      {left > 1 && count > 0 && (
        <Group gap={4} wrap="nowrap" role="group" aria-label={t.quantityOf(item.title)}>
          <Step label={t.fewer(item.title)} icon="minus" isOff={count <= 1} onClick={() => onChange(count - 1)} />
          <Text miw={20} ta="center">
            {count}
          </Text>
          <Step
            label={t.morePieces(item.title)}
            icon="plus"
            isOff={count >= left}
            onClick={() => onChange(count + 1)}
          />
        </Group>
      )}
      <Text style={{ whiteSpace: 'nowrap' }} c={isGone ? 'dimmed' : 'var(--mantine-color-text)'}>
        {isGone ? t.alreadyReturned : money(item.total ?? 0)}
      </Text>
    </div>
  );
}

const Step = ({
  label,
  icon,
  isOff,
  onClick,
}: {
  label: string;
  icon: 'minus' | 'plus';
  isOff: boolean;
  onClick: () => void;
}): ReactNode => (
  <ActionIcon variant="default" aria-label={label} disabled={isOff} onClick={onClick}>
    <Icon name={icon} size={14} />
  </ActionIcon>
);
