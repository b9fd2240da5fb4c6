package archive

import (
	"bytes"
	"strconv"
)

// format is what a file is by its first bytes.
type format int

const (
	plain   format = iota // none of the others: its content is for the decoder
	tarball               // tar, of any age
	zipped
	gzipped
	bzipped
	xzipped
	zstded
	foreign // a container that cannot be read; see foreigners
)

// sniffed is how many bytes are needed to tell the format.
const sniffed = 512

// foreigners are containers that are recognised only to say so.
var foreigners = []struct{ magic, words string }{
	{"7z\xbc\xaf\x27\x1c", "is a 7z archive, which podtriage does not unpack; unpack it first (7z x)"},
	{"Rar!\x1a\x07", "is a RAR archive, which podtriage does not unpack; unpack it first (unrar x)"},
	{"\x04\x22\x4d\x18", "is compressed with lz4, which podtriage does not unpack; unpack it first (lz4 -d)"},
	{"LZIP\x01", "is compressed with lzip, which podtriage does not unpack; unpack it first (lzip -d)"},
	{"\x89LZO\x00", "is compressed with lzop, which podtriage does not unpack; unpack it first (lzop -d)"},
	{"\x1f\x9d", "is compressed with compress, which podtriage does not unpack; unpack it first (uncompress)"},
	{"\x5d\x00\x00", "is compressed with lzma, which podtriage does not unpack; unpack it first (unlzma)"},
	{"MSCF\x00\x00\x00\x00", "is a Windows cabinet, which podtriage does not unpack; unpack it first"},
	{"Salted__", "is encrypted (openssl), decrypt it first"},
	{"-----BEGIN PGP MESSAGE-----", "is encrypted (PGP), decrypt it first"},
	{"age-encryption.org/", "is encrypted (age), decrypt it first"},
	{"\x85\x01", "is encrypted (PGP), decrypt it first"},
	{"\x85\x02", "is encrypted (PGP), decrypt it first"},
	{"\x84\x8c", "is encrypted (PGP), decrypt it first"},
	{"\x8c\x0d\x04", "is encrypted (PGP), decrypt it first"},
}

// sniff tells the format by the first bytes; words are those for a foreign one.
func sniff(head []byte) (f format, words string) {
	has := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	switch {
	case has("\x1f\x8b"):
		return gzipped, ""
	case has("BZh") && len(head) >= 10 && (string(head[4:10]) == "1AY&SY" || string(head[4:10]) == "\x17\x72\x45\x38\x50\x90"):
		return bzipped, ""
	case has("\xfd7zXZ\x00"):
		return xzipped, ""
	case has("\x28\xb5\x2f\xfd"):
		return zstded, ""
	case has("PK\x03\x04"), has("PK\x05\x06"), has("PK\x07\x08PK\x03\x04"), has("PK00PK\x03\x04"):
		return zipped, ""
	case isTarHeader(head):
		return tarball, ""
	}
	for _, f := range foreigners {
		if has(f.magic) {
			return foreign, f.words
		}
	}
	return plain, ""
}

// isTarHeader reports whether the block has the checksum of a tar header, as V7 tar wrote it and all have since.
func isTarHeader(block []byte) bool {
	if len(block) < 512 || block[0] == 0 && string(block[257:262]) != "ustar" {
		return false
	}
	field := bytes.Trim(block[148:156], " \x00")
	want, err := strconv.ParseInt(string(field), 8, 32)
	if err != nil {
		return false
	}
	unsigned, signed := int64(8*' '), int64(8*' ')
	for i, b := range block[:512] {
		if i < 148 || i >= 156 {
			unsigned += int64(b)
			signed += int64(int8(b))
		}
	}
	return want == unsigned || want == signed
}
