import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

type Props<Own> = Own & Omit<ComponentProps<'a'>, keyof Own>;

/** A link to a page of the panel, as an anchor. */
export const AnchorLink = createLink((props: Props<AnchorProps>): ReactNode => <Anchor {...props} />);

/** A link to a page of the panel, as a button. */
export const ButtonLink = createLink((props: Props<ButtonProps>): ReactNode => <Button component="a" {...props} />);
