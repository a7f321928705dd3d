import type { SvgIconComponent } from '@mui/icons-material';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { IconTile } from '../../core/ui/IconTile';

/** Option of the search: route, group, icon and content. */
export type Option = {
  route: string;
  group: 'requests' | 'instruments' | 'recent' | 'actions';
  Icon: SvgIconComponent;
  content: ReactNode;
};

const TILE_SIZE = 32;

type Props = {
  id: string;
  label: string;
  options: readonly Option[];
  /** Index of the option that Enter opens. */
  active: number;
  onActive: (index: number) => void;
  onGo: () => void;
};

export const buildOptionId = (list: string, index: number): string => `${list}-${index}`;

/** Listbox of the search combobox; each option is a link. */
export function OptionList({ id, label, options, active, onActive, onGo }: Props) {
  const path = useLocalizedPath();
  const translate = useTranslate();
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <Box role="listbox" id={id} aria-label={label} sx={{ overflowY: 'auto', padding: 1, paddingTop: 0 }}>
      {groups.map((group) => (
        <Box key={group} role="group" aria-label={translate(`search.group.${group}`)}>
          <Typography
            aria-hidden
            variant="body2"
            sx={{
              paddingInline: 1,
              paddingTop: 1.25,
              paddingBottom: 0.5,
              color: 'text.secondary',
              fontWeight: 'fontWeightMedium',
            }}
          >
            {translate(`search.group.${group}`)}
          </Typography>
          {options.map((option, index) => {
            if (option.group !== group) return null;
            return (
              <Box
                key={option.route}
                component={RouterLink}
                to={path(option.route)}
                role="option"
                id={buildOptionId(id, index)}
                aria-selected={index === active}
                tabIndex={-1}
                onPointerMove={() => index !== active && onActive(index)}
                onClick={onGo}
                sx={(theme) => ({
                  display: 'flex',
                  alignItems: 'center',
                  gap: 1.5,
                  minHeight: 44,
                  paddingInline: 1,
                  paddingBlock: 0.25,
                  [theme.breakpoints.down('sm')]: { alignItems: 'flex-start', paddingBlock: 1 },
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
                <IconTile icon={option.Icon} size={TILE_SIZE} iconSize={18} variant="quiet" />
                <Box sx={{ flex: 1, minWidth: 0 }}>{option.content}</Box>
              </Box>
            );
          })}
        </Box>
      ))}
    </Box>
  );
}
