// @vitest-environment jsdom
import { File as NodeFile } from 'node:buffer';
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { createTestRouter } from '../process/testing';
import { ImageInput, SuggestedPictures } from './ImageInput';
import { PreviewProvider } from './preview';

const sent = vi.hoisted(() => vi.fn());
vi.mock('./uploadFile', () => ({ uploadFile: vi.fn(), uploadPicture: sent }));

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4, 5, 6, 7, 8]);
const offered = { id: 'f1', name: 'tube.png', type: 'image/png', size: png.length, previewUrl: null };

let form: UseFormReturn<{ image: unknown }>;
function Picture({ present }: { present?: { url: string; name: string } }) {
  form = useForm<{ image: unknown }>({ defaultValues: { image: [] } });
  return (
    <FormProvider {...form}>
      <SuggestedPictures value={[offered]}>
        <ImageInput source="image" label="Picture" present={present} />
      </SuggestedPictures>
    </FormProvider>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['keeps a current image unless another is chosen', { url: '/tube.png', name: 'Tube' }, 'Picture'],
  ['marks a missing image as optional', undefined, 'Picture optional'],
])('%s', (_, present, label) => {
  const page = (
    <ThemeProvider theme={theme}>
      <PreviewProvider>
        <Picture {...(present && { present })} />
      </PreviewProvider>
    </ThemeProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  expect(screen.getByText('Picture', { exact: false }).textContent).toBe(label);
  expect(screen.queryByText('The current image is kept', { exact: false }) !== null).toBe(present !== undefined);
});

it('takes a copy of a suggested image, and moves the focus to the file button once it is removed', {
  timeout: 30_000,
}, async () => {
  const requests: string[] = [];
  vi.stubGlobal('File', NodeFile);
  vi.stubGlobal('fetch', async (input: string) => {
    requests.push(input);
    return Object.assign(new Response(png), { blob: async () => png });
  });
  sent.mockResolvedValue({ ...offered, id: 'copy' });
  const page = (
    <ThemeProvider theme={theme}>
      <PreviewProvider>
        <Picture />
      </PreviewProvider>
    </ThemeProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Use tube.png' }));
  await waitFor(() => expect(form.getValues('image')).toEqual([expect.objectContaining({ id: 'copy' })]));
  expect(requests[0]).toContain('/api/v1/files/download/f1');
  expect((sent.mock.calls[0] as [File])[0]).toMatchObject({ name: 'tube.png', size: png.length });
  // Only one image is allowed, so no more are suggested.
  expect(screen.queryByRole('button', { name: 'Use tube.png' })).toBeNull();
  const remove = screen.getByRole('button', { name: 'Remove tube.png' });
  remove.focus();
  fireEvent.click(remove);
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Choose a file' }));
});
