import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';

type Props = {
  /** Label, or its translation key. */
  label: string;
};

/** Label of an optional input, in forms with mostly required fields. */
export function OptionalLabel({ label }: Props) {
  const translate = useTranslate();
  return (
    <span>
      {`${translate(label, { _: label })} `}
      <Box component="span" sx={{ color: 'text.tertiary', fontWeight: 'fontWeightRegular' }}>
        {translate('shared.optional')}
      </Box>
    </span>
  );
}
