import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { type InputProps, useInput, useTranslate, ValidationError } from 'ra-core';
import { createContext, useContext, useRef } from 'react';
import type { AttachedFile, UploadedFile } from '../../api/types';
import { FilesField } from './FilesField';
import { Thumbnail } from './Thumbnail';
import { hasUploads } from './uploadTotals';

type Props = Pick<InputProps, 'source' | 'validate' | 'isRequired' | 'disabled'> & {
  label: string;
  /** Current image and its name. */
  present?: { url: string; name: string } | undefined;
};

/** Images on the server that an image input suggests. */
export const SuggestedPictures = createContext<readonly AttachedFile[]>([]);

const identity = (value: unknown) => value;

/** Input for one image, resized in the browser; shows the current one until then. */
export function ImageInput({ label, present, validate = [], ...props }: Props) {
  const translate = useTranslate();
  const uploading = useRef(false);
  const validateUploaded = () => (uploading.current ? 'form.rule.uploading' : undefined);
  const { field, fieldState, isRequired } = useInput({
    ...props,
    parse: identity,
    format: identity,
    validate: [validateUploaded, ...[validate].flat()],
  });
  const files: UploadedFile[] = Array.isArray(field.value) ? field.value : [];
  const showsPresent = present !== undefined && files.length === 0;
  const error = fieldState.error?.message;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <FilesField
          pictures
          maxCount={1}
          value={files}
          label={label}
          // A current image is never removed, only replaced.
          isRequired={isRequired || present !== undefined}
          disabled={props.disabled === true}
          offered={useContext(SuggestedPictures)}
          error={error && <ValidationError error={error} />}
          onUploads={(uploads) => {
            uploading.current = hasUploads(uploads);
          }}
          onChange={field.onChange}
        />
        {showsPresent && <FormHelperText>{translate('files.keepsCurrent')}</FormHelperText>}
      </Box>
      {showsPresent && (
        // On a phone below the label of the field.
        <Box sx={{ order: { sm: -1 } }}>
          <Thumbnail imageUrl={present.url} name={present.name} size={112} />
        </Box>
      )}
    </Box>
  );
}
