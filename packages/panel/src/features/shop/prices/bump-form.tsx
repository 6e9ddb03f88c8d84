import { Button, Checkbox, Group, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { MediaField } from '../../../ui/media-field.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { centsIn, moneyField, productsIn, reaisOf, type TypedNumber } from './amounts.ts';
import { texts } from './texts.ts';

type Bump = ApiResponse<'GET /panel/api/stores/:storeId/order-bumps'>['bumps'][number];

const typedBump = (bump: Bump | undefined) => ({
  title: bump?.title ?? '',
  description: bump?.description ?? '',
  image: bump?.image ?? '',
  sku: bump?.sku ?? '',
  price: reaisOf(bump?.price ?? null),
  originalPrice: reaisOf(bump?.originalPrice ?? null),
  requiresShipping: bump?.requiresShipping ?? true,
  products: bump?.products.join(', ') ?? '',
});

type TypedBump = ReturnType<typeof typedBump>;

const bumpOf = (typed: TypedBump) => ({
  title: typed.title,
  description: typed.description.trim() || null,
  image: typed.image.trim() || null,
  sku: typed.sku.trim() || null,
  price: centsIn(typed.price) ?? 0,
  originalPrice: centsIn(typed.originalPrice),
  requiresShipping: typed.requiresShipping,
  products: productsIn(typed.products),
});

const isPositive = (typed: TypedNumber): boolean => (centsIn(typed) ?? 0) > 0;

/** The form of the offer. Saving replaces the `active` one. */
export function BumpForm({ active, onClose }: { active: Bump | undefined; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const form = useForm<TypedBump>({
    initialValues: typedBump(active),
    validate: {
      title: (title) => (title.trim() === '' ? t.bumpTitleMissing : null),
      price: (price) => (isPositive(price) ? null : t.priceMissing),
      originalPrice: (original, { price }) =>
        original !== '' && Number(original) <= Number(price) ? t.originalTooLow : null,
      image: (image) => (image.trim() === '' || /^https?:\/\/./.test(image.trim()) ? null : t.imageWrong),
    },
  });
  const set = useApiMutation('POST /panel/api/stores/:storeId/order-bumps', { done: t.bumpSaved, onSuccess: onClose });
  return (
    <form aria-label={t.bump} onSubmit={form.onSubmit((typed) => set.mutate({ body: bumpOf(typed) }))}>
      <Stack>
        <TextInput
          label={t.bumpTitle}
          placeholder={t.bumpTitleExample}
          required
          maxLength={120}
          {...form.getInputProps('title')}
        />
        <Textarea
          label={t.bumpDescription}
          placeholder={t.optional}
          maxLength={300}
          autosize
          {...form.getInputProps('description')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput label={t.price} required min={0} {...moneyField} {...form.getInputProps('price')} />
          <NumberInput
            label={t.originalPrice}
            placeholder={t.optional}
            min={0}
            {...moneyField}
            {...form.getInputProps('originalPrice')}
          />
          <TextInput label={t.sku} placeholder={t.optional} maxLength={200} {...form.getInputProps('sku')} />
          <TextInput
            label={t.offeredWith}
            placeholder={t.allProducts}
            maxLength={4_000}
            {...form.getInputProps('products')}
          />
        </SimpleGrid>
        <MediaField
          label={t.picture}
          error={form.errors['image']}
          value={form.values.image}
          onChange={(image) => form.setFieldValue('image', image)}
        />
        <Checkbox
          label={t.bumpShipped}
          description={t.bumpShippedHint}
          {...form.getInputProps('requiresShipping', { type: 'checkbox' })}
        />
        <Refusal error={set.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.back}
          </Button>
          <Button type="submit" loading={set.isPending}>
            {t.saveBump}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
