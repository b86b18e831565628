import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type AnchorButtonProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> &
  ButtonProps & { readonly ref?: Ref<HTMLAnchorElement> };

function AnchorButton(props: AnchorButtonProps) {
  return <Button component="a" {...props} />;
}

/** A link that looks like a button and knows this app's paths. */
export const ButtonLink = createLink(AnchorButton);
