import Box from '@mui/material/Box';
import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import type { FieldProps } from '../../shared/fields/FieldFrame';
import { FilesField } from './FilesField';
import { Thumb } from './Thumb';
import type { UploadedFile } from './types';

type Props<T extends FieldValues> = UseControllerProps<T> &
  FieldProps & {
    /** The picture that is there already, and what it shows. */
    present?: { url: string; name: string } | undefined;
    onBusy?: (busy: boolean) => void;
  };

/** One picture, dropped, pasted or picked, made small enough in the browser; the one before is shown until then. */
export function ImageField<T extends FieldValues>({ present, onBusy, ...props }: Props<T>) {
  const { label, required, optional: _, help: __, disabled, ...controller } = props;
  const { field, fieldState } = useController(controller);
  const files: UploadedFile[] = Array.isArray(field.value) ? field.value : [];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
      {present && files.length === 0 && <Thumb imageUrl={present.url} name={present.name} size={112} />}
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <FilesField
          pictures
          maxCount={1}
          value={files}
          label={label}
          marked={required === true}
          disabled={disabled === true}
          error={fieldState.error?.message}
          {...(onBusy ? { onBusy } : {})}
          onChange={(chosen) => field.onChange(chosen)}
        />
      </Box>
    </Box>
  );
}
