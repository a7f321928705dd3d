import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';

type Props = {
  /** The field's own label, or its key. */
  label: string;
};

/** The `label` of an input that may stay empty, where most of a form is required. */
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
