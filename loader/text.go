package loader

import (
	"reflect"
	"strings"
)

// longestText is how much of one text of an object is kept. The API server takes messages of Events up to 1 KiB, the kubelet writes up
// to 12 KiB; what is longer was made up, and every rule that looks for words in it would pay.
const longestText = 64 << 10

// cutTexts shortens the texts of a value that are too long, and reports whether there are any. Values of maps, such as annotations, stay.
// Objects may share values, but none that holds such a text (package decode).
func cutTexts(v reflect.Value) (found bool) {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && cutTexts(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				found = cutTexts(v.Field(i)) || found
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return false
		}
		for i := range v.Len() {
			found = cutTexts(v.Index(i)) || found
		}
	case reflect.String:
		if v.Len() > longestText && v.CanSet() {
			v.SetString(strings.ToValidUTF8(strings.Clone(v.String()[:longestText]), "") + "…")
			return true
		}
	}
	return found
}
