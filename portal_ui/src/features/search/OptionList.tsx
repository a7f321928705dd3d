import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';

/** What can be gone to: a route, and what is told of it. */
export type Option = { route: string; content: ReactNode };

type Props = {
  id: string;
  label: string;
  options: readonly Option[];
  /** The option that Enter opens. */
  active: number;
  onActive: (index: number) => void;
  onGo: () => void;
};

export const buildOptionId = (list: string, index: number): string => `${list}-${index}`;

/** The options of the search's combobox, each a link. */
export function OptionList({ id, label, options, active, onActive, onGo }: Props) {
  const path = useLocalizedPath();
  return (
    <Box role="listbox" id={id} aria-label={label} sx={{ overflowY: 'auto', padding: 1, paddingTop: 0 }}>
      {options.map(({ route, content }, index) => (
        <Box
          key={route}
          component={RouterLink}
          to={path(route)}
          role="option"
          id={buildOptionId(id, index)}
          aria-selected={index === active}
          tabIndex={-1}
          onPointerMove={() => index !== active && onActive(index)}
          onClick={onGo}
          sx={(theme) => ({
            display: 'block',
            padding: 1.25,
            borderRadius: 1,
            color: 'inherit',
            textDecoration: 'none',
            backgroundColor: index === active ? theme.portal.accentSoft : 'transparent',
            '& mark': {
              color: theme.portal.accentText,
              backgroundColor: 'transparent',
              fontWeight: theme.typography.fontWeightBold,
              textDecoration: 'underline',
              textUnderlineOffset: '3px',
            },
          })}
        >
          {content}
        </Box>
      ))}
    </Box>
  );
}
