import { ActionIcon, Button, Group, NumberInput, Stack, TextInput, Title } from '@mantine/core';
import { limits } from '@retoma/commerce/limits';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { newItem, type LinkForm } from './link-form.ts';
import { texts } from './texts.ts';
import './item-fields.css';

/** The items of a payment link; prices are typed in reais. */
export function ItemFields({ form }: { form: LinkForm }): ReactNode {
  const t = useTexts(texts);
  const { items } = form.values;
  return (
    <Stack gap="sm">
      <Title order={2}>{t.items}</Title>
      {items.map(({ key }, index) => (
        <div key={key} role="group" aria-label={t.item(index + 1)} className="link-item">
          <TextInput
            label={t.product}
            maxLength={limits.title}
            data-autofocus={index > 0 || undefined}
            {...form.getInputProps(`items.${index}.title`)}
          />
          <NumberInput
            label={t.quantity}
            min={limits.quantity.min}
            max={limits.quantity.max}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            inputMode="numeric"
            {...form.getInputProps(`items.${index}.quantity`)}
          />
          <NumberInput
            label={t.price}
            placeholder="R$ 0,00"
            prefix="R$ "
            min={0}
            max={1_000_000}
            decimalSeparator=","
            thousandSeparator="."
            decimalScale={2}
            fixedDecimalScale
            allowNegative={false}
            hideControls
            inputMode="decimal"
            {...form.getInputProps(`items.${index}.price`)}
          />
          {items.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              mt={24}
              aria-label={t.removeItem(index + 1)}
              onClick={() => form.removeListItem('items', index)}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {items.length < limits.items.max && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => form.insertListItem('items', newItem())}
          >
            {t.addItem}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
